/**
 * The similarities (0 to 1) from which two statements count as the same, wherever statements
 * are compared (behavior: Similarity).
 */

/** From here on they are equivalent: duplicates, observations of one signal, and items known already. */
export const sameSimilarity = 0.85

/** From here on they share the idea; a language model judges whether they are equivalent. */
export const maybeSimilarity = 0.65
