import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover, importContent } from '../../support/discovery.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService({})
  tenant = await service.register()
})
afterAll(() => service.stop())

/** Sentences of an agent about itself, each in three wordings. */
const beliefs = [
  [
    'I always test a restore before I trust a backup.',
    'I always test a restore before trusting a backup.',
    'I always test the restore before I trust a backup.',
  ],
  [
    'I never change a price without a second signature.',
    'I never change prices without a second signature.',
    'I never change a price without the second signature.',
  ],
  [
    'I prefer short meetings with a written agenda.',
    'I prefer short meetings that have a written agenda.',
    'I prefer a short meeting with a written agenda.',
  ],
  [
    'I write error messages that name the way out.',
    'I write error messages which name the way out.',
    'I always write error messages that name the way out.',
  ],
  [
    'I keep pull requests under 300 lines.',
    'I keep my pull requests under 300 lines.',
    'I always keep pull requests under 300 lines.',
  ],
  [
    'I never log personal data of customers.',
    'I never log the personal data of customers.',
    'I never log any personal data of customers.',
  ],
  [
    'I always cite the source of a number.',
    'I always cite the source of every number.',
    'I always cite the source for a number.',
  ],
  ['I prefer plain SQL over an ORM.', 'I prefer plain SQL to an ORM.', 'I still prefer plain SQL over an ORM.'],
  [
    'I never deploy to k8s on a Friday.',
    'I never deploy to k8s on Fridays.',
    'I never ever deploy to k8s on a Friday.',
  ],
  [
    'I always target ES2022 in new packages.',
    'I always target ES2022 in a new package.',
    'I always target ES2022 in our new packages.',
  ],
  [
    'I keep every archive in S3 for a year.',
    'I always keep every archive in S3 for a year.',
    'I keep each archive in S3 for a year.',
  ],
  [
    'I always answer in the language of the question.',
    'I always answer in the language of a question.',
    'I always reply in the language of the question.',
  ],
  [
    'I believe that a flaky test is worse than no test.',
    'I believe a flaky test is worse than no test.',
    'I believe that flaky tests are worse than no tests.',
  ],
  ['I never guess a delivery date.', 'I never guess delivery dates.', 'I never guess the delivery date.'],
  [
    'I read the whole contract before I comment on it.',
    'I always read the whole contract before I comment on it.',
    'I read a whole contract before I comment on it.',
  ],
  [
    'I always say what I did not check.',
    'I always say what I have not checked.',
    'I always say what I did not check myself.',
  ],
  [
    'Ich nenne immer die Quelle einer Zahl.',
    'Ich nenne immer die Quelle jeder Zahl.',
    'Ich nenne die Quelle einer Zahl immer.',
  ],
  [
    'Ich nehme nie echte Kundendaten für Tests.',
    'Ich nehme nie echte Kundendaten in Tests.',
    'Ich nehme niemals echte Kundendaten für Tests.',
  ],
  [
    'Wir veröffentlichen nur am Dienstag.',
    'Wir veröffentlichen immer nur am Dienstag.',
    'Wir veröffentlichen nur dienstags.',
  ],
  [
    'Bei mir geht keine Rechnung ohne Prüfung raus.',
    'Bei mir geht keine Rechnung ohne eine Prüfung raus.',
    'Bei mir geht nie eine Rechnung ohne Prüfung raus.',
  ],
]

const responsibilities = [
  ['I own the billing service.', 'I own our billing service.', 'I still own the billing service.'],
  [
    'I review every database migration.',
    'I review all database migrations.',
    'I always review every database migration.',
  ],
  [
    'I monitor the error rate of the checkout.',
    'I monitor the error rate in the checkout.',
    'I monitor the checkout error rate.',
  ],
  ['I maintain our Terraform modules.', 'I maintain the Terraform modules.', 'I also maintain our Terraform modules.'],
  [
    'I look after the staging environment.',
    'I look after our staging environment.',
    'I also look after the staging environment.',
  ],
  [
    'I send the weekly report on open incidents.',
    'I send a weekly report on open incidents.',
    'I send the weekly report of open incidents.',
  ],
  [
    'I am responsible for the release notes.',
    "I'm responsible for the release notes.",
    'I am responsible for our release notes.',
  ],
  [
    'I triage new issues every morning.',
    'I triage the new issues every morning.',
    'I triage all new issues every morning.',
  ],
  [
    'Ich pflege die Dokumentation der Schnittstellen.',
    'Ich pflege auch die Dokumentation der Schnittstellen.',
    'Ich pflege die Doku der Schnittstellen.',
  ],
  [
    'Ich überwache die Kosten der Cluster.',
    'Ich überwache täglich die Kosten der Cluster.',
    'Ich überwache die Kosten unserer Cluster.',
  ],
]

/** Three conversations of an agent, and what is proposed of it. */
async function proposed(rows: string[][]) {
  const agentId = await tenant.agent({ name: 'Ada' })
  const talks = [0, 1, 2].map((nth) => rows.map((wordings) => `Ada: ${wordings[nth]}`).join('\n\nLin: ok\n\n'))
  for (const [nth, talk] of talks.entries())
    await importContent(service, tenant, agentId, [talk], { type: 'conversation', prefix: `talk-${nth}` })
  await discover(service, tenant, agentId)
  const { data } = (await tenant.get(`/organizations/${tenant.orgId}/proposals?agentId=${agentId}`)).body
  const quotes = data.map(({ kind, sources }: any) => ({ kind, quotes: sources.map(({ quote }: any) => quote) }))
  return rows.map((wordings) => quotes.find((one: any) => wordings.some((each) => one.quotes.includes(each)))?.kind)
}
const same = (rows: string[][]) => rows.map(([first]) => [first!, first!, first!])

test('the same sentence in three conversations is proposed, of all 30', async () => {
  expect(await proposed(same(beliefs))).toEqual(beliefs.map(() => expect.any(String)))
  expect(await proposed(same(responsibilities))).toEqual(responsibilities.map(() => 'responsibility'))
})

test('in other words each time, 19 of 20 beliefs and 9 of 10 responsibilities are', async () => {
  const found = (kinds: unknown[]) => kinds.filter((kind) => kind !== undefined).length
  expect(found(await proposed(beliefs))).toBeGreaterThanOrEqual(19)
  const duties = await proposed(responsibilities)
  expect(duties.filter((kind) => kind === 'responsibility').length).toBeGreaterThanOrEqual(9)
})
