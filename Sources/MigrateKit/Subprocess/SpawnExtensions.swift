#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// File actions that POSIX does not name; the headers hide them, so they are looked up by name.
enum SpawnExtensions {
  /// The flag that makes the child the leader of a new session.
  #if canImport(Darwin)
    static let setSession: Int32 = 0x0400
  #else
    static let setSession: Int32 = 0x80
  #endif

  #if canImport(Darwin)
    typealias Actions = posix_spawn_file_actions_t?

    static func changeFolder(_ actions: inout Actions, _ folder: String) -> Int32 {
      posix_spawn_file_actions_addchdir_np(&actions, folder)
    }
  #else
    typealias Actions = posix_spawn_file_actions_t
    private typealias AddFolder =
      @convention(c) (UnsafeMutablePointer<Actions>, UnsafePointer<CChar>) -> Int32
    private typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32

    static func changeFolder(_ actions: inout Actions, _ folder: String) -> Int32 {
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
      return unsafeBitCast(symbol, to: AddFolder.self)(&actions, folder)
    }

    static func closeAll(_ actions: inout Actions, from lowest: Int32) -> Int32 {
      if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
        return unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, lowest)
      }
      for number in lowest..<1024 {
        let code = posix_spawn_file_actions_addclose(&actions, number)
        if code != 0 { return code }
      }
      return 0
    }
  #endif
}
