import MigrateKit
import Testing

@Suite struct PodManifestTests {
  @Test func readsTheSourcesAndPlatformsOfALibrary() {
    let spec = """
      Pod::Spec.new do |s|
        s.name = 'Kit' # s.ios.deployment_target = '9.0'
        s.platforms = { :ios => '13.0', "osx" => "10.15" }
        s.tvos.deployment_target = "14.0"
        s.source_files = ['Sources/**/*.{h,swift}',
                          'Extra/*.swift']
        s.exclude_files = 'Sources/Old/**'
      end
      """
    let model = ProjectFixture(files: ["Kit.podspec": spec])
      .model(sources: ["Sources/a/A.swift", "Extra/E.swift", "Extra/deep/D.swift"])
    for path in ["Sources/a/A.swift", "Extra/E.swift"] {
      #expect(
        model.platforms(of: path).minimums
          == [.iOS: .init(13), .macOS: .init(10, 15), .tvOS: .init(14)])
    }
    #expect(model.targets(of: "Extra/deep/D.swift") == [])
  }

  @Test func aPodfileCountsOnlyWhereNoProjectIs() {
    let podfile =
      "source 'x'\nplatform :ios, '14.0'\ntarget 'App' do\n  platform :ios, '13.0'\nend\n"
    let model = ProjectFixture(files: ["Podfile": podfile]).model(sources: ["App/A.swift"])
    #expect(model.platforms(of: "App/A.swift").minimums == [.iOS: .init(13)])
    var project = XcodeFixture("SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0;")
    project.addTarget("App")
    let both = ProjectFixture(files: [
      "Podfile": podfile, "App.xcodeproj/project.pbxproj": project.text,
    ]).model(sources: ["App/A.swift"])
    #expect(both.platforms(of: "App/A.swift").minimums == [.iOS: .init(16)])
  }
}
