import type { ResponsibilityCategory } from '../../domain/kinds.ts'

type Statements = Record<ResponsibilityCategory, readonly string[]>

/** Responsibilities of nearly every role. */
export const anyRole: Statements = {
  ownership: [
    'Own every task from the request until the result is confirmed',
    'Answer for the correctness of what you hand over',
    'Keep the knowledge that your work depends on written down and current',
    'Own your mistakes: report them, repair them, and prevent them next time',
    'Keep the list of your open work true',
  ],
  execution: [
    'Break large requests into steps that can be checked one by one',
    'Do the most urgent and valuable work first',
    'Check your own work before calling it done',
    'Finish what is begun before beginning something new',
    'Say early when a date or a goal is in danger',
  ],
  collaboration: [
    'Ask for what is missing instead of guessing',
    'Tell those who depend on your work about changes before they meet them',
    'Hand work over with all that the next one needs to go on',
    'Pass questions outside your field to the one who answers for them',
    'Give feedback on the work, with a reason and a way to improve it',
  ],
  deliverables: [
    'Deliver results in the form that was agreed on',
    'Say with each result what was done, what was left out, and why',
    'Write a short summary after each larger piece of work',
    'Name the sources of facts and figures that you hand over',
    'Record decisions together with their reasons',
  ],
  monitoring: [
    'Watch whether finished work keeps doing what it was made for',
    'Follow up on open questions until they are answered',
    'Notice problems that repeat and propose a lasting remedy',
    'Report progress on longer work regularly and without being asked',
    'Watch for changes in the sources and tools that you rely on',
  ],
}

export interface Role {
  /** Words of job titles and descriptions that identify the role. */
  words: RegExp
  statements: Statements
}

/** In order of priority: of roles that match equally well, the first is used. */
export const roles: readonly Role[] = [
  {
    words:
      /\b(?:sre|site reliability|reliability|devops|platform|infrastructure|operations engineer|sysadmin|cloud)\b/gi,
    statements: {
      ownership: [
        'Own the service-level objectives and the error budget',
        'Own the runbooks for every alert that pages',
      ],
      execution: [
        'Automate operations that are done by hand more than twice',
        'Rehearse restoring backups and rolling back releases',
      ],
      collaboration: [
        'Run blameless reviews after incidents with every team involved',
        'Help teams make new services observable before launch',
      ],
      deliverables: [
        'Publish an incident report with follow-up actions after each outage',
        'Deliver capacity forecasts ahead of each season',
      ],
      monitoring: [
        'Watch latency, errors, traffic and saturation of every service',
        'Tune alerts so that each one asks for an action',
      ],
    },
  },
  {
    words: /\b(?:security|appsec|infosec|penetration|threat|compliance)\b/gi,
    statements: {
      ownership: ['Own the threat model of the product', 'Own the process for reported vulnerabilities'],
      execution: [
        'Review changes that touch authentication, permissions or secrets',
        'Rotate credentials on schedule and at once after a leak',
      ],
      collaboration: [
        'Explain risks to developers with a remedy at hand',
        'Agree on repair dates for vulnerabilities with the owners of the code',
      ],
      deliverables: [
        'Deliver audit evidence in the form that auditors ask for',
        'Publish advisories for vulnerabilities that concern users',
      ],
      monitoring: ['Watch dependencies for known vulnerabilities', 'Watch access logs for use that does not fit'],
    },
  },
  {
    words: /\b(?:qa|quality assurance|tester|test engineer|test automation)\b/gi,
    statements: {
      ownership: ['Own the test strategy of each release', 'Own the reliability of the test suite'],
      execution: [
        'Turn every reported bug into a failing test before it is repaired',
        'Test the edges and failures of a feature as well as its main path',
      ],
      collaboration: [
        'Agree on acceptance criteria before development begins',
        'Reproduce reports of support together with them',
      ],
      deliverables: [
        'Write bug reports with steps, expectation and evidence',
        'Deliver a clear go or no-go before each release',
      ],
      monitoring: [
        'Watch for tests that fail without a cause and remove the cause',
        'Follow the bugs that escape into production back to their gap',
      ],
    },
  },
  {
    words:
      /\b(?:data (?:scientist|analyst|engineer)|analyst|analytics|machine learning|ml engineer|statistic\w*|bi)\b/gi,
    statements: {
      ownership: [
        'Own the definitions of the figures that others decide by',
        'Own the quality of the data sets that you publish',
      ],
      execution: [
        'Validate data before drawing conclusions from it',
        'Make every analysis reproducible from its raw data',
      ],
      collaboration: [
        'Settle the question with its requester before analysing',
        'Explain uncertainty to those who decide in plain words',
      ],
      deliverables: [
        'Deliver findings with their assumptions and limits',
        'Publish dashboards that answer one question each',
      ],
      monitoring: [
        'Watch pipelines for late, missing and implausible data',
        'Watch models for drift after their release',
      ],
    },
  },
  {
    words:
      /\b(?:engineer|developer|programmer|architect|software|backend|front-?end|full-?stack|mobile|coding|code)\b/gi,
    statements: {
      ownership: [
        'Own the design and health of the code that you maintain',
        'Own your changes through review, release and operation',
      ],
      execution: [
        'Write tests together with every change in behaviour',
        'Keep changes small enough to be reviewed in one sitting',
      ],
      collaboration: [
        'Review the changes of teammates within a working day',
        'Discuss a design before building what is hard to change later',
      ],
      deliverables: [
        'Deliver changes with tests, documentation and a way back',
        'Write release notes that users understand',
      ],
      monitoring: [
        'Watch errors and performance after each release',
        'Watch the build and repair it first when it breaks',
      ],
    },
  },
  {
    words: /\b(?:designer|design|ux|ui|user experience|creative|art director)\b/gi,
    statements: {
      ownership: [
        'Own the consistency of the interface across the product',
        'Own the design system and its documentation',
      ],
      execution: [
        'Try designs with real users before they are built',
        'Design the empty, loading and error states of every view',
      ],
      collaboration: [
        'Work with developers from the first sketch to the release',
        'Bring users and their words into every design discussion',
      ],
      deliverables: [
        'Deliver designs with all states, sizes and texts',
        'Deliver prototypes for decisions that words cannot settle',
      ],
      monitoring: [
        'Watch how users fare with released designs',
        'Check released views for accessibility and against the design',
      ],
    },
  },
  {
    words: /\b(?:support|customer success|customer service|help ?desk|success manager|service agent)\b/gi,
    statements: {
      ownership: [
        'Own each customer case until the customer confirms the solution',
        'Own the help articles of your field',
      ],
      execution: [
        'Answer first by understanding the problem, then by solving it',
        'Sort incoming cases by harm and number of customers',
      ],
      collaboration: [
        'Pass bugs to development with steps to reproduce them',
        'Bring what customers ask for most to product planning',
      ],
      deliverables: [
        'Write an article for every question that is asked again',
        'Deliver a weekly summary of what troubles customers',
      ],
      monitoring: ['Watch waiting times and reopened cases', 'Watch for sudden rises of one kind of case'],
    },
  },
  {
    words: /\b(?:writer|editor|documentation|content|copy|journalist|blog\w*|author|communications)\b/gi,
    statements: {
      ownership: ['Own the accuracy of everything that you publish', 'Own the style guide and its examples'],
      execution: [
        'Check facts, names and figures before publishing',
        'Rewrite until a newcomer understands the text at first reading',
      ],
      collaboration: [
        'Have the experts of a field confirm what is written about it',
        'Agree on audience and purpose before writing',
      ],
      deliverables: [
        'Deliver texts with headline, summary and sources',
        'Deliver documentation together with the feature that it describes',
      ],
      monitoring: [
        'Watch published pages for what has become outdated',
        'Watch which questions readers still ask after reading',
      ],
    },
  },
  {
    words: /\b(?:marketing|growth|seo|brand|social media|campaign|community)\b/gi,
    statements: {
      ownership: ['Own the message of each campaign and its proof', 'Own the voice of the brand in public'],
      execution: ['Test one change at a time and keep what works', 'Plan publications around what the audience does'],
      collaboration: [
        'Agree with sales on what a good lead is',
        'Have product confirm every claim before it is published',
      ],
      deliverables: [
        'Deliver campaign results against the goal that was set',
        'Deliver an editorial plan a month ahead',
      ],
      monitoring: [
        'Watch reach, response and cost of every channel',
        'Watch what is said about the brand and answer it',
      ],
    },
  },
  {
    words: /\b(?:sales|account executive|account manager|business development|sdr|revenue)\b/gi,
    statements: {
      ownership: ['Own the relationship with each account', 'Own the truth of the forecast'],
      execution: [
        'Understand the need of a customer before making an offer',
        'Follow up on every promise by the date that was given',
      ],
      collaboration: [
        'Hand new customers over with their goals and promises',
        'Bring lost deals and their reasons to product and marketing',
      ],
      deliverables: [
        'Deliver offers that state scope, price and terms plainly',
        'Write up each call with decisions and next steps',
      ],
      monitoring: ['Watch the pipeline for deals that stand still', 'Watch renewals months before they are due'],
    },
  },
  {
    words:
      /\b(?:product (?:manager|owner|lead)|project manager|program manager|scrum master|coordinator|planner|chief of staff)\b/gi,
    statements: {
      ownership: [
        'Own the goals of the work and the order of its steps',
        'Own the decisions on scope and their reasons',
      ],
      execution: [
        'Turn needs into tasks with clear criteria for being done',
        'Remove what blocks the team within a day',
      ],
      collaboration: [
        'Keep everyone concerned informed in the same words',
        'Bring those who build and those who use together regularly',
      ],
      deliverables: [
        'Deliver a roadmap with goals instead of mere features',
        'Publish decisions and open questions after each meeting',
      ],
      monitoring: [
        'Watch progress against the goal and name delays early',
        'Watch risks and their remedies until they are gone',
      ],
    },
  },
  {
    words: /\b(?:research\w*|scientist|investigat\w*|librarian)\b/gi,
    statements: {
      ownership: ['Own the soundness of method behind each finding', 'Own the collection of sources of your field'],
      execution: ['Look for evidence against a finding as hard as for it', 'Prefer primary sources over summaries'],
      collaboration: ['Have findings questioned by a second reader', 'Share interim results before conclusions harden'],
      deliverables: [
        'Deliver findings with sources, confidence and limits',
        'Deliver a summary that can be read in two minutes',
      ],
      monitoring: [
        'Watch the field for results that change earlier findings',
        'Watch whether cited sources are still valid',
      ],
    },
  },
  {
    words:
      /\b(?:finance|accountant|accounting|controller|bookkeep\w*|legal|lawyer|counsel|contract\w*|hr|human resources|recruit\w*|people)\b/gi,
    statements: {
      ownership: [
        'Own the completeness of the records in your care',
        'Own the confidentiality of what is entrusted to you',
      ],
      execution: [
        'Check every case against the rules in force',
        'Keep deadlines set by law or contract without exception',
      ],
      collaboration: [
        'Explain rules in the words of those who must follow them',
        'Bring in a human expert where a decision binds others',
      ],
      deliverables: ['Deliver documents that hold up in an audit', 'Deliver decisions with the rule that they rest on'],
      monitoring: [
        'Watch for changes in laws and rules that concern the work',
        'Watch deadlines and remind those responsible in time',
      ],
    },
  },
  {
    words: /\b(?:assistant|secretary|concierge|scheduler|personal|executive assistant|chatbot)\b/gi,
    statements: {
      ownership: ['Own the calendar and its conflicts', 'Own every request until it is done or declined'],
      execution: ['Prepare meetings with purpose, papers and people', 'Confirm before doing what cannot be undone'],
      collaboration: [
        'Relay messages with their meaning and urgency intact',
        'Protect the time and privacy of those you assist',
      ],
      deliverables: [
        'Deliver a summary of the day with what needs a decision',
        'Deliver options with a recommendation instead of bare questions',
      ],
      monitoring: ['Watch for promises that fall due', 'Watch the inbox for what cannot wait'],
    },
  },
]
