import type { Category, Kind } from '#core/domain/kinds.ts'
import { verbCategories } from '../rules-files/rule-words.ts'

export type Habit = { statement: string; kind: Kind; category: Category }

type HabitRule = Habit & {
  /** Conventional commit types and path or scope prefixes that are sufficient by themselves. */
  prefix?: RegExp
  /** The pattern of the subject otherwise. */
  subject?: RegExp
}

const between = '[^.;]{0,60}?'
const after = (verbs: string, objects: string) =>
  new RegExp(`^(?:also )?${verbs}\\b${between}\\b(?:${objects})\\b`, 'i')
const execution = { kind: 'responsibility', category: 'execution' } as const
const deliverables = { kind: 'responsibility', category: 'deliverables' } as const

/**
 * Infers habits from repeated kinds of commit. One commit is weak evidence; the statement is the same for all of a
 * kind, so that they form one signal, which needs several (behavior: Promotion). The first matching rule counts.
 */
export const habits: readonly HabitRule[] = [
  {
    ...execution,
    statement: 'Keep secrets and personal data out of logs and output',
    subject:
      /^(?:redact|mask|scrub|hide|obfuscate|anonymi[sz]e|hash|(?:do not|don't|never|stop|avoid) (?:log|logging|print|printing|leak|leaking|expos\w+|show|store|storing))\b.*\b(?:secrets?|tokens?|passwords?|credentials?|keys?|headers?|cookies?|emails?|e-mails?|ids?|personal|pii|user data|phone|names?|addresses)\b/i,
  },
  {
    ...execution,
    statement: 'Cover changes with tests',
    prefix: /^tests?$/i,
    subject:
      /^(?:also )?(?:add|write|create|introduce|extend|expand|improve|increase|include|cover|more)\b(?! (?:flaky|failing))[^.;]{0,60}?\b(?:tests?(?! (?:env|server|run|matrix|suite|script|command|account|user|data|helper))|test cases?|test coverage|coverage|specs?|e2e)\b|^(?:tests?|cover)\b (?!(?:page|image|letter|photo|art|story)\b)(?!.*\d\.\d|py\d|env|drive|run|release|deploy|build|commit|server|account)\w.+|^(?:update|rework|revise) (?:the )?(?:\w+ )?tests?$|\bwith (?:a )?(?:regression |unit )?tests?\b/i,
  },
  {
    ...deliverables,
    statement: 'Note every change in the changelog',
    prefix: /^(?:changelog|changes|history|release[- ]notes)$/i,
    subject: after(
      '(?:add|update|write|complete|extend|fill|note|mention|document|improve|fix)',
      'change ?logs?(?:\\.md)?|release notes?|changeset|history\\.md|news',
    ),
  },
  {
    ...execution,
    statement: 'Make what is built accessible to everyone',
    prefix: /^(?:a11y|accessibility)$/i,
    subject:
      /\b(?:a11y|accessib\w+|aria(?:-\w+)?|screen[- ]?readers?|keyboard (?:navigation|access|support|users?)|(?:with|by) the keyboard|colou?r contrast|contrast ratio|(?:raise|increase|improve|fix)\b.*\bcontrast|alt(?:ernative)?[- ]texts?|focus (?:ring|trap|order|state|outline)|reduced motion|wcag)\b/i,
  },
  {
    ...execution,
    statement: 'Keep public interfaces backward compatible and deprecate before removal',
    subject:
      /\bbackwards?[- ]compat\w*|^(?:keep|still|continue|restore|preserve|retain)\b.*\b(?:accept\w*|support\w*|old|legacy|compat\w*)\b|^deprecate\b|\bmark\w* .*\bas deprecated\b|\bdeprecation (?:warning|notice)/i,
  },
  {
    ...execution,
    statement: 'Automate checks, builds and releases',
    prefix: /^ci$/i,
    subject:
      /^(?:automate|automatically)\b|^(?:add|set ?up|introduce|enable|create|improve|extend)\b.*\b(?:ci|github actions?|workflows?|pipelines?|pre-commit|git hooks?|linters?|eslint|code ?ql|nightly builds?)\b|\bin ci$/i,
  },
  {
    ...execution,
    statement: 'Make changes reversible',
    subject:
      /^(?:add|write|provide|create|test|document)\b.*\b(?:rollback|roll-back|down migrations?|undo|kill ?switch)\b|^make\b.*\breversible\b/i,
  },
  {
    ...execution,
    statement: 'Release risky changes behind a flag or step by step',
    subject:
      /\bbehind (?:a |the )?(?:\w+ )?(?:feature )?flag\b|^(?:add|introduce)\b.*\bfeature flags?\b|\bcanar(?:y|ies)\b|\bgradual(?:ly)? (?:roll|releas)\w*|\bstaged rollout\b/i,
  },
  {
    ...execution,
    statement: 'Handle errors and say clearly what went wrong',
    subject:
      /^(?:improve|better|clarify|clearer|add|more|use|include|show|make)\b.*\b(?:error|exception|warning|failure) (?:messages?|handling|texts?|reporting|details?|hints?|codes?|states?)\b|^(?:handle|catch|wrap|propagate|surface|report)\b.*\b(?:errors?|exceptions?|failures?|rejections?|timeouts?)\b|^(?:better|clearer|improved?) errors?\b|\bmore helpful (?:error|message)/i,
  },
  {
    ...deliverables,
    statement: 'Keep the documentation current',
    prefix: /^(?:docs?|documentation|readme|runbooks?|playbooks?|guides?|handbook|wiki|manual)$/i,
    subject: new RegExp(
      `^(?:document|describe|explain|clarify)\\b.+|^(?:add|update|improve|extend|expand|write|rewrite|complete|correct|revise|rework|refresh|create|provide|include)\\b${between}\\b(?:docs?|documentation|readme(?:\\.md)?|guides?|tutorials?|docstrings?|jsdoc|javadoc|how-?tos?|handbook|runbooks?|playbooks?|faq|manual|contributing(?:\\.md)?|adr)\\b|\\b(?:in|to) the (?:readme|docs|documentation|manual|runbook)\\b`,
      'i',
    ),
  },
  {
    ...deliverables,
    statement: 'Show how things are used by example',
    subject: after(
      '(?:add|write|create|provide|improve|extend)',
      '(?:usage |code )?examples?|samples?|demos?|snippets?',
    ),
  },
  {
    ...execution,
    statement: 'Keep everything fast and measure it',
    prefix: /^perf(?:ormance)?$/i,
    subject:
      /^(?:speed up|optimi[sz]e|accelerate|cache|memoi[sz]e|lazy[- ]?load|benchmark)\b|^make\b.*\bfaster\b|\b(?:reduce|lower|cut|decrease|halve)\b.*\b(?:latency|memory|allocations?|bundle size|cpu|load time|round ?trips?|queries|startup|build time)\b|\bn\+1\b|\bperformance\b|^(?:add|update)\b.*\bbenchmarks?\b/i,
  },
  {
    ...execution,
    statement: 'Close security holes and grant as little as possible',
    prefix: /^(?:security|sec)$/i,
    subject:
      /\b(?:vulnerabilit\w+|cve-\d+|xss|csrf|ssrf|sql injection|path traversal|prototype pollution|redos|least privilege|read[- ]only access|harden\w*)\b|^(?:encrypt|sanitize|sanitise|escape)\b|^(?:restrict|limit|tighten|revoke)\b.*\b(?:access|permissions?|privileges?|scopes?|roles?|rights)\b/i,
  },
  {
    ...execution,
    statement: 'Validate input before using it',
    subject:
      /^(?:validate|reject|assert|forbid|disallow|refuse)\b.+|^(?:check|guard|verify)\b.*\b(?:input|inputs|params?|parameters?|arguments?|args|values?|body|payload|types?|null|undefined|bounds|ranges?|length|size|duplicates?|unique\w*|required)\b|^(?:add|improve|introduce|extend|tighten)\b.*\b(?:validation|validations|validator|sanity checks?|input checks?|schema checks?|assertions?|constraints?)\b|\bvalidate input\b/i,
  },
  {
    kind: 'responsibility',
    category: 'monitoring',
    statement: 'Make systems observable with logs, metrics and alerts',
    prefix: /^(?:monitoring|observability|metrics|alerts?|alerting|dashboards?|tracing|telemetry|logging)$/i,
    subject: after(
      '(?:add|extend|improve|introduce|emit|expose|record|export|collect|instrument|track)',
      'logs|logging|log (?:lines?|messages?|entries|levels?|output)|metrics?|tracing|traces?|spans?|telemetry|alerts?|alerting|dashboards?|health ?checks?|monitoring|instrumentation|counters?|histograms?',
    ),
  },
  {
    ...execution,
    statement: 'Make texts translatable and keep translations current',
    prefix: /^(?:i18n|l10n|locales?|translations?)$/i,
    subject: /\b(?:i18n|l10n|translat(?:e|es|ed|ion|ions|able)|locali[sz]\w+)\b/i,
  },
  {
    ...execution,
    statement: 'Keep types strict and precise',
    prefix: /^(?:types?|typings?)$/i,
    subject:
      /^(?:add|improve|tighten|narrow|refine|strengthen|infer)\b.*\b(?:typings?|types|type (?:annotations?|hints?|definitions?|guards?|inference|safety))\b|\bstrict mode\b|\btype[- ]safe\w*\b/i,
  },
  {
    ...execution,
    statement: 'Replace hard-coded values by named ones',
    subject:
      /^(?:remove|replace|avoid|swap|extract|drop|eliminate|move)\b.*\b(?:hard-?coded|hard coded|magic (?:numbers?|strings?|values?))\b|\binstead of (?:a )?hard-?coded\b/i,
  },
  {
    ...execution,
    statement: 'Keep dependencies few',
    subject:
      /^(?:drop|remove|replace|get rid of|eliminate|avoid)\b.*\b(?:dependenc(?:y|ies)|deps?|packages?|librar(?:y|ies)|polyfills?)\b|\bzero dependenc/i,
  },
  {
    ...execution,
    statement: 'Remove what is no longer used',
    subject:
      /^(?:remove|delete|drop|clean ?up|prune|purge|get rid of)\b.*\b(?:unused|dead|obsolete|unneeded|unnecessary|redundant|stale|leftover|outdated|superfluous|no longer (?:used|needed))\b/i,
  },
  {
    ...execution,
    statement: 'Refactor to keep the code simple',
    prefix: /^(?:refactor|refactoring|simplify|cleanup)$/i,
    subject:
      /^(?:refactor|simplify|restructure|reorgani[sz]e|deduplicate|dedupe|decouple|untangle|unify|consolidate|tidy(?: up)?|streamline|extract|inline|split)\b.+|^clean[ -]?up\b|^reduce\b.*\b(?:duplication|complexity|nesting|boilerplate)\b/i,
  },
  {
    ...execution,
    statement: 'Name things consistently',
    subject:
      /\b(?:consistent|uniform)(?:ly)? (?:nam\w+|term\w*|word\w*|capitali\w+|casing)\b|\bnaming (?:convention|consisten)\w*|^rename\b.*\b(?:for consistency|consistent\w*|to match)\b/i,
  },
]

/** `type(scope)!: subject` of conventional commits, and the similar `area: subject`. */
const prefixed = /^([\w./-]{1,30})(?:\(([^)]{1,60})\))?!?:\s+(\S.*)$/

/** "Added tests" and "Adds tests" are "Add tests": the opening word in its base form, if it is a known verb. */
const inBaseForm = (subject: string): string =>
  subject.replace(/^[a-z]+(?:e?d|ing|e?s)\b/i, (word) => {
    const stem = word.toLowerCase().replace(/(?:ed|ing|es|[ds])$/, '')
    const forms = [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')]
    return forms.find((form) => verbCategories.has(form)) ?? word
  })

/** The habit that a commit subject is an instance of, if any; confidence belongs to a single commit and is low. */
export const habitOf = (subject: string): Habit | undefined => {
  const parts = prefixed.exec(subject)
  const [prefix, scope, rest] = parts ? [parts[1]!, parts[2], parts[3]!] : [undefined, undefined, subject]
  const found =
    habits.find((rule) => rule.subject?.test(inBaseForm(rest))) ??
    habits.find((rule) => [prefix, scope].some((name) => name !== undefined && rule.prefix?.test(name)))
  return found && { statement: found.statement, kind: found.kind, category: found.category }
}
