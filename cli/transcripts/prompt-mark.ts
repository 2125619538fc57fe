/**
 * Begins every prompt that this command gives to a coding agent. Sessions that the tool stores all the same are
 * recognized by it, so that they are not read as words of a person.
 */
export const promptMark = 'This prompt was written by agent-identity, not by a person.'
