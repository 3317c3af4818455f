extension [UInt8] {
  /// The offsets at which the bytes of a text begin, ascending; overlapping ones count.
  func offsets(of text: String) -> [Int] {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, wanted.count <= count else { return [] }
    return withUnsafeBufferPointer { bytes in
      var found: [Int] = []
      for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
        if bytes[start..<(start + wanted.count)].elementsEqual(wanted) { found.append(start) }
      }
      return found
    }
  }
}
