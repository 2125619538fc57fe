import { languageOf } from '../language-of.ts'
import { verbCategories } from '../rules-files/rule-words.ts'

/** Opening verbs of subjects in other languages, which are too short to be recognized by their common words. */
const deeds =
  /(?<!\p{L})(?:behoben|behebe|beheben|hinzugef\u00fcgt|hinzuf\u00fcgen|korrigiert|korrigiere|angepasst|entfernt|entferne|aktualisiert|aktualisiere|erg\u00e4nzt|erg\u00e4nze|ge\u00e4ndert|erstellt|verbessert|verbessere|umbenannt|repariert|fehlerbehebung|aufger\u00e4umt|a\u00f1ade|a\u00f1adido|a\u00f1adida|agrega|agregado|corrige|corregido|arregla|arreglado|elimina|eliminado|actualiza|actualizado|mejora|mejoras|ajoute|ajout|corrig\u00e9|supprime|suppression|modifie|modification|mise \u00e0 jour|am\u00e9liore|am\u00e9lioration|adiciona|adicionado|corrigido|atualiza|remove[rd]o|aggiunto|aggiunta|corretto|rimosso|aggiornato|toegevoegd|verwijderd|aangepast|dodano|poprawiono|usuni\u0119to)(?!\p{L})/iu

/** Parts that are not prose in any language: code, quotations, names, numbers, the leading label. */
const noProse =
  /```[\s\S]*?(?:```|$)|^[\w()/*, -]{1,60}!?:\s|`[^`\n]*`|"[^"\n]*"|(?<![^\s`"])\S*[\w)\]][-./_:@#\\]\S*|#\d+|\b\p{Lu}[\p{Lu}\d]+\b|\btodos?\b/gu

/** Whether a commit's message is in a language other than English, the only one in which messages are read. */
export function isForeignCommit(message: string): boolean {
  const prose = message.slice(0, maxRead).replace(noProse, ' ')
  if (deeds.test(prose)) return true
  if (verbCategories.has(/\p{L}+/u.exec(prose)?.[0].toLowerCase() ?? '')) return false
  const language = languageOf(prose)
  return language !== undefined && language !== 'en'
}

/** Enough to detect the language. */
const maxRead = 2000
