import { AppError } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import type { Embedder } from '#core/domain/language.ts'
import {
  type Calibration,
  type CalibrationFigures,
  type CalibrationState,
  calibrate,
  calibrationTexts,
  leastSeparation,
  rescaleBy,
} from '#core/domain/similar/calibration.ts'
import type { ShareWords } from '#core/domain/similar/signal-index.ts'
import type { Database } from '../../db/connect.ts'
import { json } from '../../db/values.ts'

interface Options {
  db: Database
  now: () => Date
  /** Whether this process or thread may fit the thresholds; one that answers readers only looks for stored ones. */
  fits: boolean
  /** Compares words with the built-in embedding. */
  shareWords: ShareWords
  /** Set by configuration instead of fitted. */
  configured: Calibration | undefined
}

type Known = { dimensions: number; calibration: Calibration | null; figures: CalibrationFigures; created_at: string }

/** Identifies a calibration by the labeled pairs to which it was fitted. */
const pairsHash = sha256(calibrationTexts.join('\n')).slice(0, 16)
/** A refused model is tried again after this time: its endpoint may have been at fault. */
const refusedMs = 3_600_000
const waitSeconds = 30
const pageSize = 64

/**
 * A model whose similarities are on the common scale. Its first use embeds the labeled pairs and fits the thresholds,
 * once for all processes, and stores them by the model's name (behavior: Calibration of embedding models).
 */
export class CalibratedEmbedder implements Embedder {
  readonly model: string
  readonly shareWords: ShareWords
  readonly #inner: Embedder
  readonly #options: Options
  #known: Known | undefined
  #getting: Promise<Known> | undefined
  #map: ((cosine: number) => number) | undefined

  constructor(inner: Embedder, options: Options) {
    this.model = inner.model
    this.shareWords = options.shareWords
    this.#inner = inner
    this.#options = options
    if (options.configured) this.#map = rescaleBy(options.configured)
  }

  get calibration(): Calibration | undefined {
    return this.#options.configured ?? this.#known?.calibration ?? undefined
  }

  readonly rescale = (cosine: number): number => {
    if (!this.#map) throw new Error(`The embedding model ${this.model} is used before it is calibrated`)
    return this.#map(cosine)
  }

  async embed(texts: string[]): Promise<Float32Array[]> {
    await this.ready()
    const vectors = await this.#inner.embed(texts)
    const wanted = this.#known?.dimensions
    const other = wanted === undefined ? undefined : vectors.find(({ length }) => length !== wanted)
    if (other)
      throw new AppError(
        'model_failed',
        `The embedding model ${this.model} answers with vectors of ${other.length} numbers, and had ${wanted} before; give a model that changed another name`,
      )
    return vectors
  }

  /**
   * Loads or fits the calibration.
   *
   * @throws AppError when the model is unavailable, is refused, or waits for the thread that fits it.
   */
  async ready(): Promise<void> {
    if (this.#map) return
    this.#getting ??= this.#get().finally(() => {
      this.#getting = undefined
    })
    const known = await this.#getting
    if (!known.calibration) throw refused(this.model, known.figures)
    this.#known = known
    this.#map = rescaleBy(known.calibration)
  }

  async state(): Promise<CalibrationState> {
    const { configured } = this.#options
    const known = configured ? undefined : (this.#known ?? (await this.#read()))
    const calibration = configured ?? known?.calibration
    const state = configured ? 'configured' : !known ? 'waiting' : known.calibration ? 'fitted' : 'refused'
    return {
      model: this.model,
      state,
      same: calibration?.same ?? null,
      idea: calibration?.idea ?? null,
      figures: known?.figures ?? null,
      calibrated_at: known?.created_at ?? null,
    }
  }

  close(): void | Promise<void> {
    return this.#inner.close?.()
  }

  async #get(): Promise<Known> {
    const stored = await this.#read()
    const { fits, now } = this.#options
    const isOld = stored && !stored.calibration && now().getTime() - Date.parse(stored.created_at) > refusedMs
    if (stored && !(isOld && fits)) return stored
    if (!fits)
      throw new AppError(
        'model_failed',
        `The embedding model ${this.model} is being calibrated; try again soon`,
        waitSeconds,
      )
    const vectors: Float32Array[] = []
    for (let at = 0; at < calibrationTexts.length; at += pageSize)
      vectors.push(...(await this.#inner.embed(calibrationTexts.slice(at, at + pageSize))))
    const { calibration, figures } = calibrate(vectors)
    return this.#store({ dimensions: vectors[0]!.length, calibration: calibration ?? null, figures })
  }

  /** Stores the result. If several processes fit at once, all use the first result, unless it was refused. */
  async #store({ dimensions, calibration, figures }: Omit<Known, 'created_at'>): Promise<Known> {
    const values = {
      dimensions,
      calibration: calibration && json(calibration),
      figures: json(figures),
      created_at: this.#options.now().toISOString(),
    }
    await this.#options.db
      .insertInto('embedding_calibrations')
      .values({ model: this.model, pairs_hash: pairsHash, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['model', 'pairs_hash'])
          .doUpdateSet(values)
          .where('embedding_calibrations.calibration', 'is', null),
      )
      .execute()
    return (await this.#read())!
  }

  #read(): Promise<Known | undefined> {
    return this.#options.db
      .selectFrom('embedding_calibrations')
      .select(['dimensions', 'calibration', 'figures', 'created_at'])
      .where('model', '=', this.model)
      .where('pairs_hash', '=', pairsHash)
      .executeTakeFirst()
  }
}

const refused = (model: string, { separation }: CalibrationFigures) =>
  new AppError(
    'unreadable',
    `The embedding model ${model} cannot tell sentences that say the same from others: ${separation.toFixed(2)}, where ${leastSeparation} is needed and 0.50 is chance. Choose another model, or set EMBEDDING_CALIBRATION`,
  )
