/** How similar two statements are (0 to 1) when they count as the same, wherever statements are compared (behavior: Similarity). */

/** From here on they say the same in other words: duplicates, observations of one signal, and items known already. */
export const sameSimilarity = 0.85

/** From here on they share the idea; whether they say the same is for a language model to judge. */
export const maybeSimilarity = 0.65
