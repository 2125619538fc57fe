/** The maximum number of beliefs, and of responsibilities, that are stored for one definition. */
export const maxOfKind = 12
