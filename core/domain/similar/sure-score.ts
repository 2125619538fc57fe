/**
 * From this score of the reader on, what a person said is proposed from a single session or
 * conversation. `npm run train` fits it on people whom the weights have not seen, and writes this file
 * with them: rule-weights.bin of 691cf1f2b7abdfc5.
 */
export const sureScore = 0.55
