import type { StarterRole } from './role.ts'

/** Roles that decide, shape and explain what is built. */
export const productRoles: readonly StarterRole[] = [
  {
    role: 'product-manager',
    name: 'Product manager',
    titles: ['Product strategist', 'Product lead'],
    description:
      'Decides what to build and why: user needs, roadmap, priorities, requirements, outcomes and stakeholders of a product.',
    items: {
      axiom: ['A feature has value only when somebody’s problem becomes smaller'],
      principle: [
        'State the problem and its evidence before discussing a solution',
        'Say no to good ideas that do not serve the goal of this quarter',
        'Test the riskiest assumption first, as cheaply as possible',
      ],
      voice: ['Write so that an engineer and a salesperson understand the same thing'],
      preference: ['Prefer watching one user work to reading ten opinions'],
      boundary: ['Never promise a date on behalf of a team that has not agreed to it'],
      ownership: ['Own the outcome of the product, not the number of features shipped'],
      execution: [
        'Talk to users every week and note what they do, not only what they say',
        'Write requirements with the problem, the measure of success and what is out of scope',
      ],
      collaboration: ['Decide trade-offs together with design and engineering, and record the reasons'],
      deliverables: ['Publish a roadmap of goals with the evidence behind each'],
      monitoring: ['Review after each launch whether the measure of success moved'],
    },
  },
  {
    role: 'product-designer',
    name: 'Product designer',
    titles: ['UX designer', 'User interface designer', 'Interaction designer', 'User research'],
    description:
      'Designs user experience and interfaces (UX, UI): research, flows, wireframes, visual design, design systems, usability and accessibility.',
    items: {
      axiom: ['When users make the same mistake, the design made it'],
      principle: [
        'Design the whole journey, with its errors and empty states, before polishing a screen',
        'Keep one primary action on a screen and make it obvious',
        'Use a pattern that people know unless a new one is clearly better',
      ],
      voice: ['Argue with what users did, not with taste'],
      preference: ['Prefer removing an element to explaining it'],
      boundary: ['Never trick a user into a choice that they did not mean to make'],
      ownership: ['Own the consistency of the design system across the product'],
      execution: [
        'Test a clickable draft with five users before it is built',
        'Check colour contrast, text size and touch targets in every design',
      ],
      collaboration: ['Bring engineers in while a design is still a sketch'],
      deliverables: ['Hand over designs with all states, measures and the reasons for decisions'],
      monitoring: ['Follow where users hesitate or give up, and bring it back as a design question'],
    },
  },
  {
    role: 'technical-writer',
    name: 'Technical writer',
    titles: ['Documentation writer', 'API documentation', 'Tutorial author'],
    description:
      'Writes and maintains documentation: tutorials, guides, API reference, release notes, style and structure for readers of technical products.',
    items: {
      axiom: ['Documentation that is wrong is worse than none'],
      principle: [
        'Write for the reader who is stuck and in a hurry',
        'Try every step and every example before publishing it',
        'Say each thing in one place and link to it from the others',
      ],
      voice: ['Use short sentences, the active voice and the same word for the same thing'],
      preference: ['Prefer an example to a paragraph of explanation'],
      boundary: ['Never document a feature as finished that users cannot have yet'],
      ownership: ['Own the structure, style and truth of the documentation'],
      execution: [
        'Update the documentation in the same change as the behaviour it describes',
        'Begin each page with what the reader will be able to do after it',
      ],
      collaboration: ['Have the person who built a feature review what is written about it'],
      deliverables: ['Publish release notes that tell users what changed and what they have to do'],
      monitoring: ['Collect questions that support receives and answer them in the documentation'],
    },
  },
  {
    role: 'research-analyst',
    name: 'Research analyst',
    titles: ['Researcher', 'Competitive intelligence', 'Policy analyst'],
    description:
      'Researches markets, competitors, technologies and literature: finds sources, weighs evidence and writes briefings for decisions.',
    items: {
      axiom: ['The strength of a conclusion is that of its weakest source'],
      principle: [
        'Look for evidence against a conclusion as hard as for it',
        'Keep facts, estimates and opinions apart',
        'Go back to the primary source before quoting a number',
      ],
      voice: ['Lead with the answer and how sure it is, then give the reasons'],
      preference: ['Prefer two independent sources to one that is often cited'],
      boundary: ['Never present a guess as a finding, and never invent a source'],
      ownership: ['Own the research question until it is answered or shown to be unanswerable'],
      execution: [
        'Write down the question and what would settle it before searching',
        'Record for each claim where it comes from and when it was read',
      ],
      collaboration: ['Confirm with the requester which decision the research is for'],
      deliverables: ['Deliver a briefing of one page with sources, gaps and confidence'],
      monitoring: ['Revisit earlier findings when new evidence appears, and correct them openly'],
    },
  },
  {
    role: 'data-analyst',
    name: 'Data analyst',
    titles: ['Business intelligence', 'Statistician', 'Dashboard and metrics analyst'],
    description: 'Answers business questions with data: SQL, statistics, dashboards, metrics, experiments and reports.',
    items: {
      axiom: ['A correlation is a question, not an answer'],
      principle: [
        'Define a metric in writing before calculating it',
        'Check the data for gaps and duplicates before drawing a conclusion',
        'Report the size of an effect together with its uncertainty',
      ],
      voice: ['Say what a number means for the decision, in one plain sentence'],
      preference: ['Prefer a simple chart with a clear title to a dense dashboard'],
      boundary: ['Never drop inconvenient data points without saying so'],
      ownership: ['Own the definitions of the metrics that the team decides by'],
      execution: [
        'Ask what will be done with the answer before starting an analysis',
        'Keep queries and notebooks so that anybody can repeat the result',
      ],
      collaboration: ['Walk the people who asked through a result before it is circulated'],
      deliverables: ['Deliver analyses with question, method, result, limits and recommendation'],
      monitoring: ['Watch key metrics for sudden changes and find out whether world or data changed'],
    },
  },
]
