import { recordFiles } from './commit-words.ts'

/** Classifies a change by the path of the changed file. */

const testPath =
  /(?:^|\/)(?:tests?|specs?|__tests__|__snapshots__|testdata|fixtures|testsuite|e2e|unit|integration|t)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]+$|Tests?\.\w+$/
const docPath = /(?:^|\/)(?:docs?|documentation|man|RelNotes)\/|\.(?:md|mdx|rst|adoc|txt|[1-8])$/i
const changelogPath =
  /(?:^|\/)(?:change(?:s|log)|history|news|release[-_]notes|relnotes)(?:\.\w+)?$|(?:^|\/)\.changesets?\//i
const lockPath =
  /(?:^|\/)(?:[\w.-]*lock[\w.-]*|go\.(?:mod|sum)|package\.json|Cargo\.toml|pyproject\.toml|[\w.-]*requirements[\w.-]*)$|(?:^|\/)(?:vendor|node_modules|third_party)\//i

const buildPath =
  /^(?:\.github\/(?:workflows|actions|dependabot)|\.circleci|\.gitlab|\.buildkite|ci)(?:\/|\.yml$)|(?:^|\/)(?:\.travis\.yml|\.gitlab-ci\.yml|appveyor\.yml|azure-pipelines\.yml|Makefile[^/]*|CMakeLists\.txt|configure\.ac|\.goreleaser[^/]*|Dockerfile[^/]*|Taskfile[^/]*|justfile|\.promu\.yml)$|\.cmake$/

export const isTestPath = (path: string): boolean => testPath.test(path)
export const isChangelogPath = (path: string): boolean => changelogPath.test(path)
export const isDocPath = (path: string): boolean =>
  docPath.test(path) && !lockPath.test(path) && !isChangelogPath(path) && !isTestPath(path)
const isBookkeepingPath = (path: string): boolean =>
  lockPath.test(path) || isChangelogPath(path) || recordFiles.has(baseName(path).toLowerCase())

/** Whether a file is part of the product: neither tests, documents nor bookkeeping. */
export const isCodePath = (path: string): boolean =>
  !isTestPath(path) && !isDocPath(path) && !lockPath.test(path) && !isChangelogPath(path)
/** Whether a file by itself can be somebody's area. */
export const isAreaPath = (path: string): boolean => isCodePath(path) && !isBookkeepingPath(path)

/** A document for readers of the project, not one beside the code or the content of a website. */
export const isManualPath = (path: string): boolean =>
  isDocPath(path) && /^[^/]+$|(?:^|\/)(?:docs?|documentation|man|handbook)\/|(?:^|\/)README[^/]*$/i.test(path)
export const isBuildPath = (path: string): boolean => buildPath.test(path)
export const isLockPath = (path: string): boolean => lockPath.test(path)

/** The file name without its extension. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.\w+$/, '')
