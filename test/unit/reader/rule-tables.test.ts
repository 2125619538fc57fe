import { describe, expect, test } from 'vitest'
import { firstRules, judgeSentence, sentenceTables } from '#reader/rules-files/classify.ts'
import { commandRules, judgeCommand } from '#reader/rules-files/command-categories.ts'
import { finiteVerbRules, judgeWords } from '#reader/rules-files/finite-verbs.ts'
import { gatherLists } from '#reader/rules-files/gathered-lists.ts'
import { judgeLabeled, labeledRules } from '#reader/rules-files/labeled-units.ts'
import { clauseRules, judgeClause, openerRules } from '#reader/rules-files/mood.ts'
import { negate, negationRules } from '#reader/rules-files/negation.ts'
import { judgeOpening, openingRules } from '#reader/rules-files/opening-verb.ts'
import { judgePassage, passageRules } from '#reader/rules-files/passage-units.ts'
import { readSentence, type SentenceContext } from '#reader/rules-files/read-sentence.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { parseRulesFile } from '#reader/rules-files/rules-document.ts'

/** Each row of the tables that read a sentence decides its example. */

describe('the mood of a sentence', () => {
  test.each([...openerRules, ...clauseRules])('$verdict: $name', ({ name, example }) => {
    expect(judgeClause(example).rule.name).toBe(name)
  })
  test.each(openingRules)('the first word is a $verdict: $name', ({ name, example }) => {
    expect(judgeOpening(example.split(' ')).rule.name).toBe(name)
  })
  test.each(finiteVerbRules)('$verdict: $name', ({ name, example }) => {
    expect(judgeWords(example.split(' '))?.name).toBe(name)
  })
})

/** The last passage of a rules file. */
const lastPassage = (file: string) => gatherLists(parseRulesFile(file).read!.passages).at(-1)!

describe('the passages of a rules file', () => {
  test.each(passageRules)('$name', ({ name, example }) => {
    expect(judgePassage(lastPassage(example)).rule.name).toBe(name)
  })

  test.each(labeledRules)('label and text: $name', ({ name, example: { file, says } }) => {
    const { label, text, headings, block, leads } = lastPassage(file)
    const context = { headings, block: block === 'row' ? block : ('item' as const) }
    expect(judgeLabeled(label!, text, context, leads.at(-1))?.rule.name).toBe(name)
    expect(readRules(file).at(-1)?.statement).toBe(says)
  })

  test.each(negationRules)('negation: $name', ({ name, example: { text, title, says } }) => {
    const negated = negate(text, title)
    expect([negated.rule.name, negated.says]).toEqual([name, says])
  })
})

describe('the category of a sentence', () => {
  /** A sentence alone, unless its example says where it stands. */
  const placed = (example: string | ({ sentence: string } & Partial<SentenceContext>)) => {
    const { sentence, ...context } = typeof example === 'string' ? { sentence: example } : example
    return { sentence, context: { headings: [], block: 'paragraph' as const, ...context } }
  }

  test.each([...firstRules, ...sentenceTables.flatMap(({ rules }) => rules)])('$name', ({ name, example }) => {
    const { sentence, context } = placed(example)
    expect(judgeSentence(sentence, context)?.rule.name).toBe(name)
  })

  test.each(commandRules)('of a command: $name', ({ name, example }) => {
    expect(judgeCommand(readSentence({ ...placed(example), stance: undefined })).name).toBe(name)
  })
})
