/** Orders strings by their UTF-16 code units, the same on every machine and independent of any locale. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
