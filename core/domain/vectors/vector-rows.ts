import type { SparseVector } from './similarity.ts'

/** Unit vectors by row, in the order in which they were added. */
export interface VectorRows {
  readonly size: number
  readonly dimensions: number
  /** Writes a row over `vector`, zeros included. */
  read(row: number, vector: Float32Array): Float32Array
  /** The product of a row with a vector, summed in the order of the dimensions. */
  product(row: number, vector: Float32Array | Float64Array): number
  /** Adds a row, multiplied by `times`, to a sum. */
  addTo(sum: Float64Array, row: number, times: number): void
  /** A copy of some rows, in their order. */
  pick(rows: readonly number[]): VectorRows
  /** Finds the rows at a cosine of at least `threshold`; no row may be added after that. */
  search(threshold: number): RangeSearch
  /** Frees the memory at once, since the garbage collector waits for more of it; nothing can be read after that. */
  free(): void
}

export interface RangeSearch {
  /**
   * Every row whose cosine with a row of `source` reaches the threshold and whose weight is not 0, in ascending order;
   * undefined when their total weight is less than `needed`.
   *
   * @param source of the same class as the searched rows.
   * @param self the same row among the searched ones, which is near itself even if it is zeros.
   */
  near(source: VectorRows, row: number, weights: Int32Array, needed: number, self?: number): number[] | undefined
}

/** The rows with a nonzero entry in each dimension, and their values. Column d lies from starts[d] to starts[d + 1]. */
export interface Columns {
  starts: Uint32Array
  rows: Uint32Array
  values: Float32Array
}

/** Rows that are mostly zeros, in the form that an index reads. */
export interface RowsWithoutZeros extends VectorRows {
  /** A row as it was added, in arrays that are reused when another one is added. */
  at(row: number): SparseVector
  columns(): Columns
}
