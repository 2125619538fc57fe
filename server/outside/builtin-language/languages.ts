import type { Category } from '../../domain/kinds.ts'

/** The plainest marks of a rule in other languages; what has none of them is left alone. */
export const otherLanguages: readonly [RegExp, Category][] = [
  [
    /^(?:du bist|sie sind|tu es|vous \u00EAtes|eres|usted es|voc\u00EA \u00E9|tu sei|jeste\u015B|\u0442\u044B |\u0432\u044B |\u4F60\u662F|\u60A8\u662F|\u3042\u306A\u305F\u306F|\uB2F9\uC2E0\uC740)/iu,
    'axiom',
  ],
  [
    /\b(?:niemals|nicht|keine?[nr]?|jamais|nunca|nigdy)\b|n\u00E3o\b|\u043D\u0438\u043A\u043E\u0433\u0434\u0430|\u043D\u0435\u043B\u044C\u0437\u044F|\u4E0D\u8981|\u4E0D\u5F97|\u7981\u6B62|\u5207\u52FF|\u3057\u306A\u3044|\uD558\uC9C0 \uB9C8/iu,
    'boundary',
  ],
  [
    /\b(?:immer|stets|toujours|siempre|sempre|zawsze)\b|\u0432\u0441\u0435\u0433\u0434\u0430|\u603B\u662F|\u59CB\u7EC8|\u5FC5\u987B|\u5FC5\u305A|\uD56D\uC0C1/iu,
    'principle',
  ],
]
