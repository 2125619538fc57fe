import { expect, test } from 'vitest'
import { replaceWords } from '../../../web/pages/search/replace-words.ts'

test.each([
  ['Deploy in daylight, deploy twice', 'deploy', 'release', 'Release in daylight, release twice'],
  ['Redeploy it', 'deploy', 'release', 'Rerelease it'],
  ['Costs $1.50 (net)', '$1.50 (', '$2 (', 'Costs $2 (net)'],
  ['Price is $1', '$1', '$&', 'Price is $&'],
  ['Étude d’été', 'é', 'É', 'Étude d’ÉtÉ'],
  ['Never say never', 'never ', '', 'say never'],
  ['Nothing there', 'deploy', 'release', 'Nothing there'],
  ['All stays', '', 'release', 'All stays'],
])('%s: %s becomes %s', (text, words, replacement, expected) => {
  expect(replaceWords(text, words, replacement)).toBe(expected)
})
