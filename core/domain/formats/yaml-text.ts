import { Document, type Scalar, visit } from 'yaml'

/** Words and forms that YAML 1.1 readers, such as PyYAML, do not read as text: `no`, `12:30`, `=`. */
const otherThanText = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$|^[\d.+-]/i
/** Line ends of YAML 1.1, and characters that its readers refuse. They need an escape, which only quoted texts have. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/
const everyUnprintable = new RegExp(unprintable, 'g')

/** YAML whose strings are read as strings by both YAML 1.1 and YAML 1.2. */
export function yamlOf(value: unknown): string {
  const document = new Document(value)
  visit(document, {
    Scalar(_key, node: Scalar) {
      if (typeof node.value !== 'string') return
      const isOther = otherThanText.test(node.value) && !node.value.includes('\n')
      if (isOther || unprintable.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return document
    .toString({ lineWidth: 0 })
    .replace(everyUnprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
