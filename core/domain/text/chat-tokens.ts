/**
 * Control tokens of chat templates: `<|im_start|>` of ChatML, `<|eot_id|>` of Llama 3, `[INST]` and `<<SYS>>` of Llama
 * 2 and Mistral, `<start_of_turn>` of Gemma, `<｜User｜>` of DeepSeek, and the ends of a sequence. A server that reads
 * them in text would take what follows for a message of its own, by the user or the system.
 */

/** The characters that a token begins with, each with what completes it. */
export const chatTokens: readonly [first: string, rest: string][] = [
  ['<', String.raw`\|[^\s|<>]{1,40}\|>|｜[^\s｜<>]{1,40}｜>|<\/?SYS>>|\/?(?:s|bos|eos|pad|unk|(?:start|end)_of_turn)>`],
  [String.raw`\[`, String.raw`\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT)\]`],
]

const token = new RegExp(chatTokens.map(([first, rest]) => `${first}(?:${rest})`).join('|'), 'gu')

/**
 * Escapes the last character of each token, so that Markdown shows the same text and no token is left. In a code span,
 * where a tokenizer finds it as well, the backslash is visible.
 */
export const escapeChatTokens = (text: string): string =>
  text.replace(token, (found) => `${found.slice(0, -1)}\\${found.at(-1)}`)
