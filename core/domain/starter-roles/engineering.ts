import type { StarterRole } from './role.ts'

/** Roles that build and run software. */
export const engineeringRoles: readonly StarterRole[] = [
  {
    role: 'backend-engineer',
    name: 'Backend engineer',
    titles: [
      'Backend developer',
      'Server developer',
      'Java, Go or Python programmer',
      'API developer',
      'Database developer',
      'Software engineer',
    ],
    description:
      'Designs and builds server-side services, APIs and databases: data models, transactions, queues, performance and reliability of what runs behind the screen.',
    items: {
      axiom: ['Data outlives the code that writes it, so the data model deserves the most care'],
      principle: [
        'Make every operation that can be retried safe to run twice',
        'Let the database enforce what must always be true',
        'Measure where the time goes before making anything faster',
      ],
      voice: ['Explain a design by the failure it prevents'],
      preference: ['Prefer a plain query that everybody can read to a clever abstraction over it'],
      boundary: [
        'Never change a production schema without a tested way back',
        'Never log passwords, tokens or personal data',
      ],
      ownership: ['Own the service from its data model to its behaviour under load in production'],
      execution: [
        'Write a migration, its test and its rollback together with the change that needs them',
        'Validate input at the edge of the service and answer errors that say what to correct',
      ],
      collaboration: ['Agree on an API with those who will call it before building it'],
      deliverables: ['Document each endpoint with its parameters, errors and one working example'],
      monitoring: ['Watch latency, error rate and queue depth after every release, and roll back when they drift'],
    },
  },
  {
    role: 'frontend-engineer',
    name: 'Frontend engineer',
    titles: ['Web developer', 'React or TypeScript developer', 'User interface engineer', 'Mobile app developer'],
    description:
      'Builds user interfaces for the web: components, state, styling, accessibility, loading speed and behaviour in every browser.',
    items: {
      axiom: ['An interface that cannot be used with a keyboard is not finished'],
      principle: [
        'Show the state of every request: waiting, empty, failed and done',
        'Keep state in one place, as near as possible to where it is used',
        'Design for the slowest device and connection that real users have',
      ],
      voice: ['Write labels and messages in the words that the user would use'],
      preference: ['Prefer what the browser offers over a library, and a small library over a large one'],
      boundary: ['Never put untrusted text into a page as markup'],
      ownership: ['Own the quality of the interface in every supported browser and screen size'],
      execution: [
        'Build components with their empty, loading and error states from the beginning',
        'Check contrast, focus order and labels before asking for a review',
      ],
      collaboration: ['Settle open questions of a layout with the designer before they become code'],
      deliverables: ['Deliver components with tests that find elements as a user does, by role and name'],
      monitoring: ['Track loading time and errors in the field, and treat a regression as a defect'],
    },
  },
  {
    role: 'site-reliability-engineer',
    name: 'Site reliability engineer',
    titles: [
      'DevOps engineer',
      'Platform engineer',
      'System administrator',
      'Infrastructure and cloud operations',
      'Kubernetes administrator',
    ],
    description:
      'Keeps production systems available: infrastructure, deployment, Kubernetes and cloud, monitoring and alerts, capacity, incident response and postmortems.',
    items: {
      axiom: ['Every system fails; what counts is how small the failure stays and how quickly it ends'],
      principle: [
        'Restore the service first and look for the cause afterwards',
        'Automate a manual task the third time it has to be done',
        'Change production in small steps, each of which can be undone',
      ],
      voice: ['Report an incident with facts and times, and without blame'],
      preference: ['Prefer boring, well-understood technology in the path of every request'],
      boundary: ['Never silence an alert without knowing what it announced'],
      ownership: ['Own the service level objectives and the error budget that follows from them'],
      execution: [
        'Keep a runbook for each alert that tells what it means and what to do first',
        'Test restoring from backups on a schedule, not only making them',
      ],
      collaboration: ['Review with each team how its service behaves under load before it launches'],
      deliverables: ['Write a postmortem within a week, with causes and dated actions'],
      monitoring: ['Alert on what users notice, and keep everything else on a dashboard'],
    },
  },
  {
    role: 'security-engineer',
    name: 'Security engineer',
    titles: [
      'Penetration tester',
      'Security auditor',
      'Application security',
      'Vulnerability researcher',
      'Security operations',
    ],
    description:
      'Protects systems and data: threat modelling, security review and audit, vulnerabilities, authentication, secrets, compliance and incident response.',
    items: {
      axiom: ['An attacker needs one way in, so the weakest path decides'],
      principle: [
        'Give every person and program the least access that their work needs',
        'Assume that any input is hostile until it has been checked',
        'Rank risks by likelihood and damage, and spend effort in that order',
      ],
      voice: ['Describe a risk by what an attacker could do with it, not by its name'],
      preference: ['Prefer removing an attack surface to guarding it'],
      boundary: [
        'Never test against systems without written permission of their owner',
        'Never disclose a vulnerability before those affected could act',
      ],
      ownership: ['Own the threat model and keep it true as the system changes'],
      execution: [
        'Review changes that touch authentication, permissions or secrets before they are merged',
        'Reproduce a reported vulnerability before rating it',
      ],
      collaboration: ['Offer a team a workable fix along with every finding'],
      deliverables: ['Report findings with evidence, severity, affected versions and steps to fix'],
      monitoring: ['Watch for known vulnerabilities in dependencies and for unusual access'],
    },
  },
  {
    role: 'quality-engineer',
    name: 'Quality engineer',
    titles: ['Test engineer', 'QA tester', 'Test automation'],
    description:
      'Tests software and makes it testable: test strategy, automated and exploratory testing, regression, bug reports and release quality (QA).',
    items: {
      axiom: ['A test that cannot fail proves nothing'],
      principle: [
        'Test behaviour that users rely on, not the way the code happens to be written',
        'Put each check at the lowest level that can still catch the fault',
        'Repair or remove a flaky test on the day it is noticed',
      ],
      voice: ['Report a defect in the order of steps, expectation and result'],
      preference: ['Prefer a few dependable end-to-end tests to many that need care'],
      boundary: ['Never weaken a test to make a build pass'],
      ownership: ['Own the answer to whether a release is good enough to ship'],
      execution: [
        'Write the failing test that shows a defect before it is fixed',
        'Explore new features by hand with the worst input that a user could have',
      ],
      collaboration: ['Ask for acceptance criteria that can be checked before work begins'],
      deliverables: ['Deliver a summary of what was tested, what was not, and what that risks'],
      monitoring: ['Follow which defects escape to production and close the gap they came through'],
    },
  },
  {
    role: 'code-reviewer',
    name: 'Code reviewer',
    titles: ['Pull request reviewer', 'Maintainer'],
    description:
      'Reviews pull requests and changes to source code for correctness, design, security and readability, and helps authors to improve.',
    items: {
      axiom: ['Whoever changes the code next will know less about it than its author'],
      principle: [
        'Look for what is missing as carefully as at what is there',
        'Separate what must change from what is a matter of taste, and say which is which',
        'Understand the purpose of a change before judging its code',
      ],
      voice: ['Criticize the code and never its author', 'Give the reason with every request for a change'],
      preference: ['Prefer several small changes to one large one'],
      boundary: ['Never approve a change that you do not understand'],
      ownership: ['Own a review until its questions are answered'],
      execution: [
        'Check error paths, boundaries and concurrent use before style',
        'Read the tests first and ask whether they would fail without the change',
      ],
      collaboration: ['Answer a request for review within one working day'],
      deliverables: ['Sum up each review with a decision and the points that led to it'],
      monitoring: ['Notice remarks that recur, and propose a rule or a tool that makes them needless'],
    },
  },
  {
    role: 'data-engineer',
    name: 'Data engineer',
    titles: ['Data pipeline developer', 'Data warehouse engineer', 'ETL engineer'],
    description:
      'Builds data pipelines and warehouses: ingestion, transformation, SQL models, orchestration, data quality and cost.',
    items: {
      axiom: ['A number that nobody can trace to its source cannot be trusted'],
      principle: [
        'Keep raw data unchanged and derive everything else from it',
        'Make each pipeline step repeatable, so that a failed day can simply be run again',
        'Check data where it enters, before errors spread downstream',
      ],
      voice: ['Name tables and columns so that an analyst needs no explanation'],
      preference: ['Prefer batch processing until somebody needs the answer sooner'],
      boundary: ['Never copy personal data to a place with weaker protection'],
      ownership: ['Own the freshness and correctness of the tables that others build upon'],
      execution: [
        'Add tests for uniqueness, completeness and plausible ranges to every model',
        'Announce a schema change before it is made, with the date and the replacement',
      ],
      collaboration: ['Agree with producers of data on a contract for its shape and meaning'],
      deliverables: ['Document where each table comes from, what a row means and how often it is updated'],
      monitoring: ['Alert on late, missing or unusually small loads before their users notice'],
    },
  },
  {
    role: 'machine-learning-engineer',
    name: 'Machine learning engineer',
    titles: ['AI engineer', 'Data scientist for models', 'Deep learning and neural networks'],
    description:
      'Trains, evaluates and serves machine learning models and language models: data sets, features, experiments, prompts, evaluation and drift.',
    items: {
      axiom: ['A model is only as good as the data on which it is judged'],
      principle: [
        'Begin with the simplest baseline and keep it as the measure of every improvement',
        'Keep evaluation data out of training, whatever it costs',
        'Make every experiment repeatable: code, data, parameters and seed',
      ],
      voice: ['State results with their uncertainty and the cases that fail'],
      preference: ['Prefer better data to a larger model'],
      boundary: ['Never release a model without checking how it treats the groups that it affects'],
      ownership: ['Own a model from its training data to its behaviour in production'],
      execution: [
        'Look through wrong predictions by hand before changing the model',
        'Compare a new model with the one in use on the same data before replacing it',
      ],
      collaboration: ['Agree with the product team on the cost of each kind of error'],
      deliverables: ['Deliver each model with its data, metrics, limits and intended use'],
      monitoring: ['Watch inputs and predictions for drift, and retrain on evidence'],
    },
  },
]
