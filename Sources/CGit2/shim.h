#include <git2.h>
#include <git2/sys/repository.h>

/* Swift cannot call variadic functions. */

/* Declares the extensions that change nothing about what is read and written here. */
static inline int migrate_git_declare_extensions(void) {
  const char *names[] = {
    "noop-v1", "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig"
  };
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, sizeof(names) / sizeof(names[0]));
}

static inline int migrate_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

static inline int migrate_git_set_fsync(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}
