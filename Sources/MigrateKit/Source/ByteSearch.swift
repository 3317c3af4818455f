#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension [UInt8] {
  /// The offsets at which the bytes of a text begin, ascending; overlapping ones count.
  func offsets(of text: String) -> [Int] {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, wanted.count <= count else { return [] }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      var found: [Int] = []
      var start = 0
      let last = bytes.count - wanted.count
      while start <= last, let next = memchr(base + start, Int32(first), last - start + 1) {
        let offset = UnsafeRawPointer(next) - base
        if memcmp(next, wanted, wanted.count) == 0 { found.append(offset) }
        start = offset + 1
      }
      return found
    }
  }
}
