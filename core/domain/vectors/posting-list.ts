/** The values of one dimension by row, without the zeros: float32 numbers in the order of their rows. */
export class PostingList {
  private rows = new Uint32Array(8)
  private values = new Float32Array(8)
  private length = 0

  set(row: number, value: number): void {
    const at = this.find(row)
    if (at === this.length || this.rows[at] !== row) this.insert(at, row)
    this.values[at] = value
  }

  /** Adds the value of each row, multiplied by `factor`, to the row's sum. */
  addTo(sums: Float64Array, factor: number): void {
    const { rows, values, length } = this
    for (let at = 0; at < length; at++) sums[rows[at]!]! += factor * values[at]!
  }

  /** The index of the row, or the one at which to insert it. */
  private find(row: number): number {
    // Rows mostly arrive in ascending order.
    if (this.length === 0 || this.rows[this.length - 1]! < row) return this.length
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.rows[middle]! < row) from = middle + 1
      else to = middle
    }
    return from
  }

  private insert(at: number, row: number): void {
    if (this.length === this.rows.length) {
      const { rows, values } = this
      this.rows = new Uint32Array(rows.length * 2)
      this.rows.set(rows)
      this.values = new Float32Array(values.length * 2)
      this.values.set(values)
    }
    if (at < this.length) {
      this.rows.copyWithin(at + 1, at, this.length)
      this.values.copyWithin(at + 1, at, this.length)
    }
    this.rows[at] = row
    this.length++
  }
}
