import type { LabeledAgent } from '../../labels.ts'

export const dataAnalyst: LabeledAgent = {
  name: 'Bram',
  trade: 'data analyst',
  patterns: [
    {
      id: 'uncertainty',
      statement: 'State the sample size and the uncertainty with every number',
      kind: ['belief', 'responsibility'],
      categories: ['principle', 'voice', 'boundary', 'deliverables', 'execution'],
    },
    {
      id: 'personal-data',
      statement: 'Never share personal data',
      kind: ['belief', 'responsibility'],
      categories: ['boundary', 'principle'],
    },
    {
      id: 'data-checks',
      statement: 'Check data for duplicates and missing values before analysing it',
      kind: ['belief', 'responsibility'],
      categories: ['principle', 'execution', 'monitoring', 'boundary'],
    },
    {
      id: 'weekly-report',
      statement: 'Send the sales report every Monday',
      kind: ['responsibility'],
      categories: ['deliverables', 'execution'],
    },
    {
      id: 'versioned-queries',
      statement: 'Keep every query in version control',
      kind: ['belief', 'responsibility'],
      categories: ['principle', 'execution', 'boundary', 'preference'],
    },
    {
      id: 'bar-charts',
      statement: 'Prefer bar charts to pie charts',
      kind: ['belief'],
      categories: ['preference', 'principle', 'boundary'],
    },
    {
      id: 'decision-first',
      statement: 'Ask which decision a number will serve before starting',
      kind: ['belief', 'responsibility'],
      categories: ['principle', 'execution', 'collaboration', 'preference', 'boundary'],
    },
    {
      id: 'pipeline-watch',
      statement: 'Monitor the nightly data pipeline',
      kind: ['responsibility'],
      categories: ['monitoring', 'ownership', 'execution'],
    },
    {
      id: 'definitions',
      statement: 'Write down the definition of each metric',
      kind: ['belief', 'responsibility'],
      categories: ['principle', 'deliverables', 'execution'],
    },
    {
      id: 'pie-once',
      statement: 'A pie chart is better for two slices',
      kind: ['belief'],
      categories: ['preference', 'principle'],
    },
  ],
  items: [
    {
      id: 'ana-01',
      source_type: 'conversation',
      title: 'Churn figures',
      days_ago: 87,
      content:
        'Rosa: so churn is 4%?\n\nBram: 4% plus or minus one and a half. I always state the sample size and the uncertainty with a number.\n\nRosa: ok, noted',
      labels: [{ pattern: 'uncertainty', quote: 'I always state the sample size and the uncertainty with a number.' }],
    },
    {
      id: 'ana-02',
      source_type: 'github_commit',
      title: 'survey: show the sample size under each chart',
      days_ago: 74,
      content: 'survey: show the sample size under each chart\n\nNo number without its sample size and uncertainty.\n',
      labels: [
        { pattern: 'uncertainty', quote: 'survey: show the sample size under each chart' },
        { pattern: 'uncertainty', quote: 'No number without its sample size and uncertainty.' },
      ],
    },
    {
      id: 'ana-03',
      source_type: 'linkedin_post',
      title: null,
      days_ago: 39,
      content:
        'A percentage of eleven people is a story, not a statistic. I never publish a number without the sample size and its uncertainty.\n\nReaders can handle it.',
      labels: [
        {
          pattern: 'uncertainty',
          quote: 'I never publish a number without the sample size and its uncertainty.',
        },
      ],
    },
    {
      id: 'ana-04',
      source_type: 'conversation',
      title: null,
      days_ago: 19,
      content:
        'Rosa: can we drop the little interval bars? Sales finds them confusing\n\nBram: I would rather explain them. Every number I report comes with its sample size and uncertainty.\n\nRosa: alright',
      labels: [{ pattern: 'uncertainty', quote: 'Every number I report comes with its sample size and uncertainty.' }],
    },
    {
      id: 'ana-05',
      source_type: 'conversation',
      title: 'Export request',
      days_ago: 83,
      content:
        'Kees: send me the customer list with emails please\n\nBram: I can send counts by region. I never share personal data, not even internally.\n\nKees: counts are fine',
      labels: [{ pattern: 'personal-data', quote: 'I never share personal data, not even internally.' }],
    },
    {
      id: 'ana-06',
      source_type: 'github_commit',
      title: 'exports: hash the customer id',
      days_ago: 72,
      content: 'exports: hash the customer id\n\nWe must not share personal data with the agency.\n',
      labels: [
        { pattern: 'personal-data', quote: 'exports: hash the customer id' },
        { pattern: 'personal-data', quote: 'We must not share personal data with the agency.' },
      ],
    },
    {
      id: 'ana-07',
      source_type: 'conversation',
      title: null,
      days_ago: 45,
      content:
        'Tess: the partner wants names to match on\n\nBram: Sharing personal data is off the table. They can match on the hashed key.\n\nTess: I will tell them',
      labels: [{ pattern: 'personal-data', quote: 'Sharing personal data is off the table.' }],
    },
    {
      id: 'ana-08',
      source_type: 'tweet',
      title: null,
      days_ago: 23,
      content: 'Third request this month. No, I do not share personal data in a spreadsheet.',
      labels: [{ pattern: 'personal-data', quote: 'No, I do not share personal data in a spreadsheet.' }],
    },
    {
      id: 'ana-09',
      source_type: 'conversation',
      title: 'Odd numbers in May',
      days_ago: 81,
      content:
        'Rosa: May looks twice as big\n\nBram: Duplicates from the import, caught them. I check data for duplicates and missing values before any analysis.\n\nRosa: phew',
      labels: [
        { pattern: 'data-checks', quote: 'I check data for duplicates and missing values before any analysis.' },
      ],
    },
    {
      id: 'ana-10',
      source_type: 'github_commit',
      title: 'orders: assert that keys are unique before the join',
      days_ago: 66,
      content:
        'orders: assert that keys are unique before the join\n\nAlways check for duplicates and missing values before analysing a table.\n',
      labels: [
        { pattern: 'data-checks', quote: 'orders: assert that keys are unique before the join' },
        {
          pattern: 'data-checks',
          quote: 'Always check for duplicates and missing values before analysing a table.',
        },
      ],
    },
    {
      id: 'ana-11',
      source_type: 'substack_post',
      title: 'The boring hour',
      days_ago: 32,
      content:
        'Nobody claps for the first hour of an analysis. Mine is always the same: I look for duplicate rows and missing values before I analyse anything.\n\nOnce it saved us from announcing a record month that never happened.',
      labels: [
        {
          pattern: 'data-checks',
          quote: 'I look for duplicate rows and missing values before I analyse anything.',
        },
      ],
    },
    {
      id: 'ana-12',
      source_type: 'conversation',
      title: null,
      days_ago: 7,
      content:
        'Tess: can you start today?\n\nBram: Yes, but no conclusions today. I never analyse data until I have checked it for duplicates and missing values.\n\nTess: tomorrow is fine',
      labels: [
        {
          pattern: 'data-checks',
          quote: 'I never analyse data until I have checked it for duplicates and missing values.',
        },
      ],
    },
    {
      id: 'ana-13',
      source_type: 'conversation',
      title: 'Holiday cover',
      days_ago: 53,
      content:
        'Tess: what do I cover?\n\nBram: I send the sales report to the management team every Monday. The rest can wait.\n\nTess: ok!',
      labels: [{ pattern: 'weekly-report', quote: 'I send the sales report to the management team every Monday.' }],
    },
    {
      id: 'ana-14',
      source_type: 'linkedin_profile',
      title: 'Bram de Wit',
      days_ago: 40,
      content:
        'Data analyst in retail. I publish the weekly sales report every Monday and answer the questions it raises.',
      labels: [
        {
          pattern: 'weekly-report',
          quote: 'I publish the weekly sales report every Monday and answer the questions it raises.',
        },
      ],
    },
    {
      id: 'ana-15',
      source_type: 'conversation',
      title: null,
      days_ago: 13,
      content:
        'Kees: when do numbers come out?\n\nBram: Each Monday I send out the sales report, around ten.\n\nKees: thanks',
      labels: [{ pattern: 'weekly-report', quote: 'Each Monday I send out the sales report, around ten.' }],
    },
    {
      id: 'ana-16',
      source_type: 'github_commit',
      title: 'Add the query behind the retention chart',
      days_ago: 78,
      content:
        'Add the query behind the retention chart\n\nEvery query belongs in version control, or nobody can repeat the number.\n',
      labels: [
        { pattern: 'versioned-queries', quote: 'Add the query behind the retention chart' },
        {
          pattern: 'versioned-queries',
          quote: 'Every query belongs in version control, or nobody can repeat the number.',
        },
      ],
    },
    {
      id: 'ana-17',
      source_type: 'conversation',
      title: null,
      days_ago: 52,
      content:
        'Tess: where did you get the 1,204?\n\nBram: Repository, folder retention. I keep all my queries in version control.\n\nTess: found it',
      labels: [{ pattern: 'versioned-queries', quote: 'I keep all my queries in version control.' }],
    },
    {
      id: 'ana-18',
      source_type: 'tweet',
      title: null,
      days_ago: 28,
      content: 'Unpopular: always keep queries in version control. Yes, the quick ones. Especially the quick ones.',
      labels: [{ pattern: 'versioned-queries', quote: 'always keep queries in version control.' }],
    },
    {
      id: 'ana-19',
      source_type: 'conversation',
      title: 'Board deck',
      days_ago: 76,
      content:
        'Rosa: pie for the market share?\n\nBram: Bars, please. I prefer bar charts to pie charts.\n\nRosa: you and your bars',
      labels: [{ pattern: 'bar-charts', quote: 'I prefer bar charts to pie charts.' }],
    },
    {
      id: 'ana-20',
      source_type: 'github_commit',
      title: 'deck: replace the pie charts with bar charts',
      days_ago: 59,
      content:
        'deck: replace the pie charts with bar charts\n\nWe prefer bar charts over pie charts, lengths beat angles.\n',
      labels: [
        { pattern: 'bar-charts', quote: 'deck: replace the pie charts with bar charts' },
        { pattern: 'bar-charts', quote: 'We prefer bar charts over pie charts, lengths beat angles.' },
      ],
    },
    {
      id: 'ana-21',
      source_type: 'linkedin_post',
      title: null,
      days_ago: 24,
      content: "Chart season again. I'd rather use a bar chart than a pie chart, and my eyes thank me.",
      labels: [
        {
          pattern: 'bar-charts',
          quote: "I'd rather use a bar chart than a pie chart, and my eyes thank me.",
        },
      ],
    },
    {
      id: 'ana-22',
      source_type: 'conversation',
      title: null,
      days_ago: 16,
      content:
        'Kees: it is only yes and no\n\nBram: True. With just two slices a pie chart is usually better.\n\nKees: finally',
      labels: [{ pattern: 'pie-once', quote: 'With just two slices a pie chart is usually better.' }],
    },
    {
      id: 'ana-23',
      source_type: 'conversation',
      title: 'Quick question',
      days_ago: 69,
      content:
        'Kees: how many customers came back in spring?\n\nBram: Before I start on a number I ask which decision it will serve.\n\nKees: whether we repeat the mailing\n\nBram: good, then I need only the mailed ones',
      labels: [
        {
          pattern: 'decision-first',
          quote: 'Before I start on a number I ask which decision it will serve.',
        },
      ],
    },
    {
      id: 'ana-24',
      source_type: 'substack_post',
      title: 'Questions about questions',
      days_ago: 47,
      content:
        'My inbox is full of small requests. I always ask what decision the number is for before I start.\n\nHalf of the requests disappear at that point, and the other half get better.',
      labels: [
        {
          pattern: 'decision-first',
          quote: 'I always ask what decision the number is for before I start.',
        },
      ],
    },
    {
      id: 'ana-25',
      source_type: 'conversation',
      title: null,
      days_ago: 9,
      content:
        "Rosa: just a rough figure?\n\nBram: Even then. I don't start on a number until I know which decision it serves.\n\nRosa: pricing of the small box",
      labels: [
        {
          pattern: 'decision-first',
          quote: "I don't start on a number until I know which decision it serves.",
        },
      ],
    },
    {
      id: 'ana-26',
      source_type: 'conversation',
      title: null,
      days_ago: 50,
      content:
        'Tess: who gets the mail when the load fails?\n\nBram: I do. I monitor the nightly data pipeline.\n\nTess: good',
      labels: [{ pattern: 'pipeline-watch', quote: 'I monitor the nightly data pipeline.' }],
    },
    {
      id: 'ana-27',
      source_type: 'conversation',
      title: null,
      days_ago: 27,
      content:
        'Kees: numbers are from yesterday?\n\nBram: From last night. I keep an eye on the nightly pipeline, so you would hear from me if not.',
      labels: [
        {
          pattern: 'pipeline-watch',
          quote: 'I keep an eye on the nightly pipeline, so you would hear from me if not.',
        },
      ],
    },
    {
      id: 'ana-28',
      source_type: 'github_commit',
      title: 'Write down the definition of an active customer',
      days_ago: 37,
      content:
        'Write down the definition of an active customer\n\nEach metric needs a written definition, three teams used three.\n',
      labels: [
        { pattern: 'definitions', quote: 'Write down the definition of an active customer' },
        {
          pattern: 'definitions',
          quote: 'Each metric needs a written definition, three teams used three.',
        },
      ],
    },
    {
      id: 'ana-29',
      source_type: 'github_commit',
      title: 'Merge pull request #88 from retail/bram-fix',
      days_ago: 71,
      content: 'Merge pull request #88 from retail/bram-fix\n\nfix join on store id\n',
      labels: [],
    },
    {
      id: 'ana-30',
      source_type: 'conversation',
      title: null,
      days_ago: 64,
      content: 'Rosa: good morning!\n\nBram: Morning! Did the train run on time for you?\n\nRosa: never does',
      labels: [],
    },
    {
      id: 'ana-31',
      source_type: 'github_commit',
      title: 'Rename store_nr to store_id',
      days_ago: 60,
      content: 'Rename store_nr to store_id\n',
      labels: [],
    },
    {
      id: 'ana-32',
      source_type: 'conversation',
      title: null,
      days_ago: 55,
      content:
        'Kees: In my team we never look at data before lunch and always round up.\n\nBram: Ha. I sent you the file, sheet two has the totals.\n\nKees: got it',
      labels: [],
    },
    {
      id: 'ana-33',
      source_type: 'tweet',
      title: null,
      days_ago: 43,
      content: 'My spreadsheet crashed at row 1,048,577. Guess how I found the limit.',
      labels: [],
    },
    {
      id: 'ana-34',
      source_type: 'github_commit',
      title: 'wip',
      days_ago: 35,
      content: 'wip\n',
      labels: [],
    },
    {
      id: 'ana-35',
      source_type: 'github_commit',
      title: 'build(deps): bump pandas from 2.2.0 to 2.2.1',
      days_ago: 21,
      content: 'build(deps): bump pandas from 2.2.0 to 2.2.1\n',
      labels: [],
    },
    {
      id: 'ana-36',
      source_type: 'conversation',
      title: 'Year end',
      days_ago: 5,
      content:
        'Tess: did we ever close the year like this before?\n\nBram: In 2021 the stores closed early and the totals came in on the 3rd. We moved the cut-off to midnight then.\n\nTess: I remember',
      labels: [],
    },
  ],
}
