import { workerData } from 'node:worker_threads'
import { serveThread } from '../base/thread.ts'
import { embedSparse, rescale } from '../builtin/embedding/embedding.ts'
import { dimensions } from '../builtin/embedding/embedding-features.ts'
import { openAnyReader } from '../db/connect.ts'
import { type ComparisonWork, comparisons } from '../features/consensus/comparisons.ts'
import { KeptRows } from '../features/vectors/kept-rows.ts'
import type { CompareContext } from '../features/vectors/statement-rows.ts'

/** The thread behind `features/consensus/comparisons.ts`: its parts of the service, without those that write. */

const local = { dimensions, embed: embedSparse, rescale }
const ctx: CompareContext = { db: await openAnyReader(workerData), local, kept: new KeptRows(local) }

serveThread<ComparisonWork>({
  shared: (search) => comparisons.shared(ctx, search),
  duplicates: (search) => comparisons.duplicates(ctx, search),
  conflicts: (search) => comparisons.conflicts(ctx, search),
  near: (search) => comparisons.near(ctx, search),
  similarities: (search) => comparisons.similarities(ctx, search),
  centroid: (statements) => comparisons.centroid(ctx, statements),
  recommended: (statements) => comparisons.recommended(ctx, statements),
})
