/** For how many days a deletion can be undone. */
export const restorableDays = 7
