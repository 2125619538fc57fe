import type { ReviewSet } from './remarks.ts'

/**
 * Archives that working groups of the IETF keep of their issues and pull requests beside their drafts, under its rules for
 * contributions (BCP 78). Sentences are named by `fingerprint`; none of them is kept here.
 */
export const sets: Record<'tuning' | 'held-out', ReviewSet & Labels> = {
  tuning: {
    repository: 'mlswg/mls-protocol',
    commit: '9a91cdc585009d50a6a40cb17c6261dae63874c1',
    authors: [
      'bifurcation',
      'beurdouche',
      'Bren2010',
      'kkohbrok',
      'raphaelrobert',
      'rohan-wire',
      'TWal',
      'ekr',
      'br-hale',
    ],
    labeled: 200,
    standing: ['0aa2ae3c1e', '04e88c9b0b', '1d1e5c682d', '238fa31922', '2b919b36bc', '29f362592a'],
    right: [
      '238fa31922',
      '625dde5aa0',
      '1d1e5c682d',
      '589a356e5a',
      '4b09383b23',
      '5feaddaf73',
      'ee76c74974',
      '0aa2ae3c1e',
      '04e88c9b0b',
    ],
    wrong: ['46f363349d', '6b50837c7e', 'f8e9b3ad7e', '1b7b2b7a9f', 'eff8955a2f', '46d205cae2'],
  },
  'held-out': {
    repository: 'ietf-wg-privacypass/base-drafts',
    commit: 'e7a7a3229b262174ba0faa3b92e834f3afdb8f2f',
    authors: ['chris-wood', 'tfpauly', 'martinthomson', 'alxdavids', 'dvorak42'],
    labeled: 200,
    standing: ['e1bd76fc72', '16e26b8b15'],
    right: ['70016d0031'],
    wrong: ['d808a33049'],
  },
}

interface Labels {
  /** The number of telling sentences that were read, the first ones. */
  labeled: number
  /** Fingerprints of the sentences that reveal what their author holds beyond the matter at hand. */
  standing: readonly string[]
  /** Judgments of observed quotes: whether their author holds what was read in them. */
  right: readonly string[]
  wrong: readonly string[]
}
