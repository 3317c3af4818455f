/// An XcodeGen specification with everything that it includes, merged.
struct XcodeGenSpec {
  private static let maximumFiles = 200

  /// The name of the project.
  private(set) var name = ""
  private(set) var options: [YAMLNode] = []
  private(set) var settings: [YAMLNode] = []
  private(set) var configurationFiles: [String: String] = [:]
  private(set) var configurations: [String] = []
  private(set) var settingGroups: [String: YAMLNode] = [:]
  private(set) var templates: [String: YAMLNode] = [:]
  /// The targets by name, in the order they are first declared.
  private(set) var targets: [(name: String, node: YAMLNode)] = []

  private let files: ProjectFiles
  private var included: Set<String> = []

  /// Reads a specification; nil when the file is no specification of XcodeGen's.
  init?(path: String, files: ProjectFiles) {
    self.files = files
    guard let root = Self.document(path, files: files),
      root["targets"] != nil || root["include"] != nil,
      root["name"] != nil
    else { return nil }
    include(path, root: root, base: ProjectPath.folder(of: path))
  }

  private static func document(_ path: String, files: ProjectFiles) -> YAMLNode? {
    guard let bytes = files.bytes(of: path) else { return nil }
    let document = YAMLReader.read(bytes, file: path, dialect: .foreign)
    if document.root == nil, let problem = document.problems.first {
      files.report(
        .notParsed, in: path, "\(problem.message); repair it or give '--minimum' for its targets")
    }
    return document.root
  }

  private mutating func include(_ path: String, root: YAMLNode, base: String) {
    guard included.insert(path).inserted, included.count <= Self.maximumFiles else { return }
    for item in root["include"].map({ $0.items ?? [$0] }) ?? [] {
      guard let written = item.text ?? item["path"]?.text else { continue }
      guard let next = ProjectPath.resolve(written, in: ProjectPath.folder(of: path)),
        files.paths.all.contains(next)
      else {
        files.report(
          .missingFile, in: path,
          "includes '\(written)', which is not in the repository; targets in it are not known")
        continue
      }
      let isRelative = item["relativePaths"]?.text != "false"
      if let node = Self.document(next, files: files) {
        include(next, root: node, base: isRelative ? ProjectPath.folder(of: next) : base)
      }
    }
    take(root, base: base)
  }

  /// Adds what one file says over what came before it.
  private mutating func take(_ root: YAMLNode, base: String) {
    if let own = root["name"]?.text { name = own }
    if let node = root["options"] { options.append(node) }
    if let node = root["settings"] { settings.append(node) }
    for entry in root["configs"]?.entries ?? [] where !configurations.contains(entry.key) {
      configurations.append(entry.key)
    }
    for entry in root["configFiles"]?.entries ?? [] {
      configurationFiles[entry.key] = entry.value.text.map { Self.rooted($0, in: base) }
    }
    for entry in root["settingGroups"]?.entries ?? [] { settingGroups[entry.key] = entry.value }
    for entry in root["targetTemplates"]?.entries ?? [] {
      templates[entry.key] = Self.rooted(entry.value, in: base)
    }
    for entry in root["targets"]?.entries ?? [] {
      let node = Self.rooted(entry.value, in: base)
      if let known = targets.firstIndex(where: { $0.name == entry.key }) {
        targets[known].node = targets[known].node.merged(under: node)
      } else {
        targets.append((entry.key, node))
      }
    }
  }

  /// A target with its templates filled in.
  func target(_ name: String, _ node: YAMLNode) -> YAMLNode {
    var result = YAMLNode(.mapping([]), at: node.start)
    var pending = node["templates"]?.items?.compactMap(\.text) ?? []
    var seen: Set<String> = []
    var found: [YAMLNode] = []
    while let template = pending.popLast() {
      guard seen.insert(template).inserted, let body = templates[template] else { continue }
      found.append(body)
      pending += body["templates"]?.items?.compactMap(\.text) ?? []
    }
    for body in found.reversed() { result = result.merged(under: body) }
    var values = ["target_name": name]
    for entry in node["templateAttributes"]?.entries ?? [] {
      values[entry.key] = entry.value.text
    }
    return result.replacing(values).merged(under: node)
  }

  // MARK: Paths

  /// The target with its relative paths made to start at the root of the repository.
  private static func rooted(_ target: YAMLNode, in base: String) -> YAMLNode {
    guard let entries = target.entries else { return target }
    let changed = entries.map { entry -> YAMLEntry in
      var entry = entry
      switch entry.key {
      case "sources": entry.value = rootedSources(entry.value, in: base)
      case "configFiles": entry.value = entry.value.mapTexts { rooted($0, in: base) }
      case "info": entry.value = rootedPath(of: entry.value, in: base)
      default: break
      }
      return entry
    }
    return YAMLNode(.mapping(changed), at: target.start)
  }

  private static func rootedSources(_ node: YAMLNode, in base: String) -> YAMLNode {
    let items = (node.items ?? [node]).map { item in
      item.text == nil ? rootedPath(of: item, in: base) : item.mapTexts { rooted($0, in: base) }
    }
    return YAMLNode(.sequence(items), at: node.start)
  }

  private static func rootedPath(of node: YAMLNode, in base: String) -> YAMLNode {
    guard let entries = node.entries else { return node }
    let changed = entries.map { entry in
      entry.key == "path"
        ? YAMLEntry(entry.key, at: entry.start, entry.value.mapTexts { rooted($0, in: base) })
        : entry
    }
    return YAMLNode(.mapping(changed), at: node.start)
  }

  private static func rooted(_ path: String, in base: String) -> String {
    if path.hasPrefix("/") { return path }
    return ProjectPath.rootMarker + "/" + base + "/" + path
  }
}

extension YAMLNode {
  /// The node with its texts changed; in a mapping and a list, those directly in it.
  fileprivate func mapTexts(_ change: (String) -> String) -> YAMLNode {
    switch content {
    case .scalar(let text, let style): YAMLNode(.scalar(change(text), style), at: start)
    case .sequence(let items):
      YAMLNode(.sequence(items.map { $0.text == nil ? $0 : $0.mapTexts(change) }), at: start)
    case .mapping(let entries):
      YAMLNode(
        .mapping(
          entries.map { entry in
            entry.value.text == nil
              ? entry : YAMLEntry(entry.key, at: entry.start, entry.value.mapTexts(change))
          }), at: start)
    }
  }

  /// The node with `${name}` replaced in every text, at any depth; the reader bounds the depth.
  fileprivate func replacing(_ values: [String: String]) -> YAMLNode {
    switch content {
    case .scalar(var text, let style):
      for name in values.keys.sorted() where text.contains("${") {
        text = text.split(separator: "${\(name)}", omittingEmptySubsequences: false)
          .joined(separator: values[name] ?? "")
      }
      return YAMLNode(.scalar(text, style), at: start)
    case .sequence(let items):
      return YAMLNode(.sequence(items.map { $0.replacing(values) }), at: start)
    case .mapping(let entries):
      return YAMLNode(
        .mapping(
          entries.map { YAMLEntry($0.key, at: $0.start, $0.value.replacing(values)) }), at: start)
    }
  }

  /// This node with another laid over it: mappings are merged, lists joined, texts replaced.
  fileprivate func merged(under other: YAMLNode) -> YAMLNode {
    if let own = items, let added = other.items {
      return YAMLNode(.sequence(own + added), at: other.start)
    }
    guard var own = entries, let added = other.entries else { return other }
    for entry in added {
      if let known = own.firstIndex(where: { $0.key == entry.key }) {
        own[known].value = own[known].value.merged(under: entry.value)
      } else {
        own.append(entry)
      }
    }
    return YAMLNode(.mapping(own), at: other.start)
  }
}
