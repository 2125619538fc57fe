/** Words and names in commit messages and repositories that never name anybody's area, as data. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Types of conventional commits and similar openings, which describe the change, not its location. */
export const changeTypes = words(`
  feat feature fix fixes bug bugfix hotfix docs doc documentation style refactor refactoring perf performance test tests testing chore build ci cd revert
  types wip release bump deps dep dependencies misc minor cleanup clean nit typo typos lint security improve improvement enhance enhancement update
  add remove change changes changelog readme note todo all various treewide global internal dev example examples workflow merge init upgrade backport draft
  trivial cosmetic vendor vendoring core main src lib app
`)

/**
 * Words that subjects of every project share: those that at least four of six projects use in one of 800 subjects,
 * counted over 4,000 subjects of each, and a few forms of them.
 */
export const commonWords = words(`
  about accept access action actions add added adding adds address after again all allow allows always an and another annotation any api apply are args argument
  arguments as at attribute attributes avoid bad base basic be before behavior behaviour being better between block branch broken bug bugs build builds bump by
  bytes cache call calls can case cases caused change changed changelog changes char check checking checkout checks chore ci clarify class clean cleanup clear client
  clients close code command commands comment comments commit commits compatibility compile condition config configuration consistent constructor context
  contributing convert copy correct correctly count coverage crash create custom data debug default defaults define delete dependencies dependency deprecated deprecate
  deprecation deps description detail details detection dev directory disable do doc docs document documentation does done don't drop duplicate during each
  empty enable enabled encoding end ensure error errors example examples exist existing expand experimental explicit expose extend external extra failing failure feature few
  field fields file files filter final find first fix fixed fixes fixing flag flags for format formatting from full function functions generation generic get give github global good group handle handled
  handler handling has have header headers help helper helpers hide id if ignore implement implementation import imports improve improved improvements in include incorrect incorrectly info init
  initial inline input inputs inside instead int integration interface internal into invalid is issue issues it item items its json keep key keys kind large last latest leak length let level library like limit
  line lines link links lint list lists load local lock log logging logic long longer loop macro main major make makes making map mark match matching max may md memory merge message messages metadata method
  methods min minor missing mode model models module modules more most move moved multiple name named names need needed nested new next no node non not note now number object objects of off old on once one only
  open operation optimize option optional options or order os other out output over package packages page param parameter parameters parse parser parsing part pass passed path paths performance pin point
  possible pr prefix preserve prevent print private process proper properly property properties provide public pull put query quote range raise re read reading readme reduce redundant ref refactor reference
  references regex regression related release reload remove removed removing rename replace report request requests require required reset resolve response restore result results return returned returning returns reuse revert review rewrite root rule run
  running same save script section security see send separate server set sets setting settings setup several should show simple simplify simplified since single size skip small so some sort source space spec special specific speed split
  stale start state static status step still stop store string strings struct style sub support supported switch sync syntax system table tag take target template test tested testing tests text than that the their them then there these
  they this through time to together too top track try trying turn two type types typo typos unit unnecessary unsupported unused up update updated updates updating upgrade url usage use used useful user users uses using util utils
  valid validate validation value values variable variables various ver version versions via wait warn warning warnings was way we when where whether which while windows with within without word work workflow works wrap write writing wrong
  you your yet zero master stable develop dependabot also only-if both without-any remaining almost just reported really actually accidentally upon own must cannot can't doesn't isn't won't
  improve improves improving introduce refine rework tweak tweaks adjust bring follow-up followup fixup nit clippy rustfmt gofmt prettier eslint black flake8 rust python javascript typescript go golang c cpp linux macos
  entry entries expected unexpected correctly different certain common current extract generate generated generator handles hash implements incorrect index initialize inner array arrays bool boolean null none undefined nil true false
  bit bits buffer call callback check-in child parent element elements event events expression expressions failed fails feature-flag fetch first-class fields flow force forward further hint host improve increase decrease individual info
  left right loading location looking lookup low high lower upper make makefile manual mention mock names nightly none normalize normal operator outside override panic per permission plain platform pre pre-commit previous
  print-out prior programs project projects quick quickly rather raw real rebase recent reflect register regardless regenerate rely remaining render resource respect restrict retry round runtime safe safely sample scope search
  select sense session shared shell should-be side signature similar slightly snapshot something sometimes specified standard statement statements statistics subject suite sure task tasks temporary term terms third-party thread threads tool tools tooling total trigger troubleshoot under understand
  unify unique unneeded unsafe unwrap verify view visible warning-free weird well whitespace wording
`)

/** Folders and files that most changes touch, so that they are nobody's area. */
export const passedThrough = words(`
  src lib libs source sources app apps package packages crate crates module modules pkg internal cmd core common shared include includes main code project
  python java go js ts rust public private server client test tests spec specs docs doc documentation examples example
`)

/** File names without their extensions that record, configure or lock, in lower case. */
export const recordFiles = words(`
  changelog changes change history news release-notes relnotes readme package package-lock pnpm-lock yarn cargo go requirements pyproject setup poetry uv pdm
  makefile version versions license authors contributors thanks todo index mod __init__ lib main types utils util helpers constants config tox release-notes
`)
