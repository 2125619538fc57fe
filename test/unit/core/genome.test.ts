import { describe, expect, test } from 'vitest'
import { defaultDynamicPromptConfig } from '#core/domain/identity/dynamic-prompt.ts'
import { diffGenomes, type GenomeItem, genomeOf } from '#core/domain/identity/genome.ts'
import type { Category } from '#core/domain/kinds.ts'
import { item } from './identity-items.ts'

const gene = (category: Category, statement: string, rest: Partial<GenomeItem> = {}): GenomeItem => ({
  category,
  statement,
  starred: false,
  hidden: false,
  status: 'approved',
  ...rest,
})

describe('genomeOf', () => {
  test("keeps the agent's own layer in order, hidden and rejected items included, and five fields of each", () => {
    const items = [
      item('monitoring', 'watch'),
      item('boundary', 'never', { hidden: true, status: 'rejected' }),
      item('axiom', 'inherited', { scope: 'org' }),
      item('axiom', 'second'),
      item('axiom', 'first', { starred: true, status: 'pending' }),
    ]
    expect(genomeOf(items)).toEqual({
      beliefs: [
        gene('axiom', 'first', { starred: true, status: 'pending' }),
        gene('axiom', 'second'),
        gene('boundary', 'never', { hidden: true, status: 'rejected' }),
      ],
      responsibilities: [gene('monitoring', 'watch')],
      dynamic_prompt: defaultDynamicPromptConfig,
    })
  })
})

describe('diffGenomes', () => {
  const a = {
    beliefs: [gene('axiom', 'kept'), gene('axiom', 'gone'), gene('voice', 'moved')],
    responsibilities: [gene('ownership', 'mine')],
  }
  const b = {
    beliefs: [
      gene('axiom', 'new'),
      gene('axiom', 'kept', { starred: true, status: 'rejected' }),
      gene('principle', 'moved'),
    ],
    responsibilities: [gene('ownership', 'mine'), gene('ownership', 'Mine')],
  }

  test('added is in b but not in a, removed in a but not in b, by category and statement', () => {
    expect(diffGenomes(a, b)).toEqual({
      beliefs: {
        added: [
          { category: 'axiom', statement: 'new' },
          { category: 'principle', statement: 'moved' },
        ],
        removed: [
          { category: 'axiom', statement: 'gone' },
          { category: 'voice', statement: 'moved' },
        ],
        proposed: [],
      },
      responsibilities: { added: [{ category: 'ownership', statement: 'Mine' }], removed: [], proposed: [] },
    })
  })

  test('hidden items do not stand in the prompt, and new proposals are apart', () => {
    const proposal = gene('axiom', 'proposed', { hidden: true, status: 'pending' })
    const hidden = gene('axiom', 'kept', { hidden: true })
    const withProposal = { beliefs: [hidden, proposal], responsibilities: [] }
    const accepted = { beliefs: [hidden, gene('axiom', 'proposed')], responsibilities: [] }
    const statements = (before: typeof withProposal, after: typeof withProposal) => {
      const { added, removed, proposed } = diffGenomes(before, after).beliefs
      return [added, removed, proposed].map((entries) => entries.map(({ statement }) => statement))
    }
    const before = { beliefs: [gene('axiom', 'kept')], responsibilities: [] }
    expect(statements(before, withProposal)).toEqual([[], ['kept'], ['proposed']])
    expect(statements(withProposal, accepted)).toEqual([['proposed'], [], []])
    expect(statements(accepted, withProposal)).toEqual([[], ['proposed'], []])
  })

  test('of a genome with itself is empty', () => {
    expect(diffGenomes(b, b)).toEqual({
      beliefs: { added: [], removed: [], proposed: [] },
      responsibilities: { added: [], removed: [], proposed: [] },
    })
  })

  test('changes sides when the genomes do', () => {
    const forth = diffGenomes(a, b).beliefs
    expect(diffGenomes(b, a).beliefs).toEqual({ added: forth.removed, removed: forth.added, proposed: [] })
  })

  test('names an entry that stands twice once, and does not lose it when one of both remains', () => {
    const twice = { beliefs: [gene('axiom', 'x'), gene('axiom', 'x')], responsibilities: [] }
    const once = { beliefs: [gene('axiom', 'x')], responsibilities: [] }
    const empty = { beliefs: [], responsibilities: [] }
    expect(diffGenomes(empty, twice).beliefs.added).toEqual([{ category: 'axiom', statement: 'x' }])
    expect(diffGenomes(twice, once).beliefs).toEqual({ added: [], removed: [], proposed: [] })
  })
})
