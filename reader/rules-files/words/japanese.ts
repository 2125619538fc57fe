import type { LanguageRuleWords } from './rule-words-of-language.ts'

export const japanese: LanguageRuleWords = {
  addresses: /^あなたは/u,
  marks: { boundary: /しない/u, principle: /必ず/u, voice: /丁寧/u },
  forbids: /(?:ない|ないこと|ず)(?=$|[。！])/u,
  demands: /まず|こと|ください|べき|必ず|[うくぐすつぬむる](?=$|[。！（])/u,
  wrongStarts: ['やってはいけない'],
  headings: /ルール|方針|制約/u,
}
