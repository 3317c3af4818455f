import MigrateKit
import Testing

@Suite struct ForgeKindTests {
  @Test func hostsAreRecognised() {
    let table: [(String, [String: String], ForgeKind?)] = [
      ("github.com", [:], .github), ("ssh.github.com", [:], .github),
      ("gitlab.com", [:], .gitlab), ("altssh.gitlab.com", [:], .gitlab),
      ("codeberg.org", [:], .forgejo), ("gitea.com", [:], .gitea),
      ("GitLab.example.com", [:], .gitlab), ("forgejo.example.org", [:], .forgejo),
      ("gerrit.example.com", [:], .gerrit), ("gitlab-push.example.com", [:], nil),
      ("none.example.com", [:], nil), ("gitlab", [:], nil), ("git.example.com", [:], nil),
      ("", ["CI_SERVER_HOST": ""], nil),
      ("git.example.com", ["CI_SERVER_HOST": "git.example.com"], .gitlab),
      ("git.example.com", ["CI_SERVER_HOST": "other.example.com"], nil),
      ("git.example.com", ["GITHUB_SERVER_URL": "https://git.example.com"], .github),
      (
        "git.example.com",
        ["GITHUB_SERVER_URL": "https://git.example.com:3000/x", "GITEA_ACTIONS": "true"], .gitea
      ),
      (
        "git.example.com",
        [
          "GITHUB_SERVER_URL": "https://git.example.com", "GITEA_ACTIONS": "true",
          "FORGEJO_ACTIONS": "true",
        ], .forgejo
      ),
      ("example.com", ["GITHUB_SERVER_URL": "https://git.example.com"], nil),
    ]
    for (host, environment, kind) in table {
      #expect(ForgeKind(host: host, environment: environment) == kind, "\(host) \(environment)")
    }
  }

  @Test func theApiLiesWhereEachForgeHasIt() {
    #expect(ForgeKind.github.base(ofServer: "https://github.com") == GitHubForge.standardBase)
    #expect(ForgeKind.github.base(ofServer: "https://g.example") == "https://g.example/api/v3")
    #expect(ForgeKind.gitlab.base(ofServer: "https://gitlab.com") == GitLabForge.standardBase)
    #expect(ForgeKind.forgejo.base(ofServer: "https://f.example") == "https://f.example/api/v1")
  }
}
