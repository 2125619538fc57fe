import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const chinese: LanguageRuleWords = {
  addresses: /^(?:你是|您是)/u,
  marks: {
    boundary: /不要|不得|禁止|切勿/u,
    principle: /总是|始终|必须/u,
    voice: /礼貌|简洁|友好/u,
    preference: /优先/u,
  },
  forbids: /严禁|不可|不能|不允许|不准|不许|避免|(?<![识区分特级个类差辨鉴甄性派告离])别|勿/u,
  demands: /必须|必須|应|需|请|請|务必|只|统一|优先|默认|使用|保持|遵循|确保|尽量|为目标|时写/u,
  wrongStarts: ['严禁', '禁止', '不要', '避免', '不允许', '禁忌', '绝不'],
  headings: /规则|規則|规范|原则|原則|约束|要求|准则|约定|流程/u,
}
