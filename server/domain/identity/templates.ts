/** The most beliefs, and the most responsibilities, that are kept of one definition. */
export const maxOfKind = 12
