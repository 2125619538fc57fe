/** The most common words of languages, which identify the language of a text. */
const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** Languages in which beliefs are read; Chinese is recognized by its characters. */
export const commonWords = {
  en: words(`
  the and to of a an is are in for with before after not never always use when all or on your you do be no only i
  we my it that this what have just from but don't dont i'm im if so at by every me our as was how can one
`),
  de: words(`
  ich und der das nicht ist mit wir auf ein eine einen immer nie dann den die zu es bei für kein keine wenn vor sie
  mir mich auch aber noch schon mal ja war hast du soll wie puh heute wo im endlich ganz
`),
  es: words(`
  el la los las un una que de en y no es por con para siempre nunca yo lo se mi mis del al muy pero antes todo una
  si qué hay está
`),
  fr: words(`
  le la les un une des je j et est pas de du que qui on nous toujours jamais pour avec dans ne n mes mon ma sur d l
  c au ce tu ai plus moi trop presque
`),
}

/**
 * Italian, Portuguese, Dutch, Polish, Swedish, Norwegian, Turkish, Hungarian and Czech: no beliefs are read in them.
 */
export const otherWords = words(`
  il gli che di sono non perché sempre mai anche della nel ho è não são uma você eu nunca com muito meu minha mas
  isso em ao aos pelo pela também foi seu sua então tem é já até essa esse fazer só há dele dela às het een niet ik
  altijd nooit wij voor maar ook mijn jest nie się zawsze nigdy że jestem och att inte jag alltid aldrig för med
  som vi ikke jeg alltid og bir ve ben her zaman asla olan bu nem mindig soha egy hogy az som vždy nikdy aby když
  jsem
`)
