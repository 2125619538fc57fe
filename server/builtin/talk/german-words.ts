/** The words by which `german-norms.ts` tells a habit of the speaker from what happens to them, as data. */

const word = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu')

/** What may stand between the words of a form without changing it. */
export const particles =
  'ja|auch|immer|halt|eigentlich|persönlich|eher|einfach|ganz|generell|grundsätzlich|prinzipiell|erst|erst mal|erstmal|mal|so|sehr|schon|wirklich|absolut|total|jetzt|noch|unglaublich|aber|ehrlich gesagt|nach wie vor|definitiv|tatsächlich|enorm|besonders|extrem|echt|voll|leider|natürlich|recht|besonders|schon immer|nämlich|fest|stark|selbst|gar'

/** What one suffers, feels, perceives or merely is, by the form beside "ich". */
export const involuntary =
  /^(?:hab\p{L}*|hat|hatte\p{L}*|bin|bist|ist|sind|seid|war\p{L}*|wäre\p{L}*|hätte\p{L}*|wurde\p{L}*|werde\p{L}*|könnte\p{L}*|kann|können|konnte\p{L}*|muss|müssen|musste\p{L}*|will|wollen|wollte\p{L}*|möchte\p{L}*|darf|dürfen|durfte\p{L}*|soll|sollen|sollte\p{L}*|freu\p{L}*|denk\p{L}*|dachte\p{L}*|glaub\p{L}*|weiß|wissen|wusste\p{L}*|seh\p{L}*|sah|hör\p{L}*|krieg\p{L}*|bekomm\p{L}*|vergess\p{L}*|merk\p{L}*|find\p{L}*|fand\p{L}*|fühl\p{L}*|hoff\p{L}*|wünsch\p{L}*|erinner\p{L}*|komm\p{L}*|kam|kenn\p{L}*|versteh\p{L}*|verstand|lach\p{L}*|wunder\p{L}*|ärger\p{L}*|nenn\p{L}*|bezeichn\p{L}*|reden|vergleich\p{L}*|mein\p{L}*|brauch\p{L}*|fall\p{L}*|gefall\p{L}*|lieb\p{L}*|mag|mögen|hass\p{L}*|sagte\p{L}*|geht|gab|rechne\p{L}*|steh\p{L}*|sitz\p{L}*|wohn\p{L}*|leb\p{L}*|verlier\p{L}*|scheiter\p{L}*|genieß\p{L}*|zweifl\p{L}*|spür\p{L}*|lande\p{L}*|verwechsl\p{L}*|vertausch\p{L}*|überseh\p{L}*|schaff\p{L}*)$/u

/** The same with a verb that is also done on purpose: "I ask myself", "I admit". */
export const involuntaryForm =
  /(?<!\p{L})(?:frage? (?:ich )?mich|lasse? (?:ich )?mich|rede (?:ich )?mir|gebe? (?:ich )?zu|ich gebe? .* zu|muss zugeben)(?!\p{L})/iu

/** What once was, or is just now. */
export const retold =
  /(?<!\p{L})(?:früher|damals|gestern|vorhin|neulich|heute|morgen früh|diesmal|gerade|aktuell|letzte[nsmr]?|bisher|bis jetzt|anfangs|am anfang|irgendwann|war|waren|hatte|hatten|wurde|wurden|habe? ich|ich habe?|haben wir|wir haben|bin ich|ich bin|wir sind|sind wir|gesagt|gedacht|noch nie)(?!\p{L})/iu

/** What is only asked or supposed, or hoped for. */
export const supposed = word(
  'stell dir vor|stellt euch vor|angenommen|hätte|hätten|wäre|wären|könnte|könnten|würdest|vielleicht|theoretisch|was wäre|falls|soll ich|sollen wir|sollte ich|kann ich|können wir|wieso|warum ich|keine ahnung|angst|gefühl|spaß gemacht|sagt|sagte|meint|meinte|behauptet|predigt|heißt es|ob',
)

/** Spoken to one other person: advice of the moment, no belief. */
export const addressed = word('du|dir|dich|dein|deine|deinen|deinem|deiner|ihr|euch|euer|eure|euren|eurem')

/** Where a belief ends and its reason or comment begins. */
export const tail =
  /,\s+(?:weil|denn|da|sonst|damit|das ist|das sind|so dass|sodass|obwohl|auch wenn|auch|egal|aber|doch|jedoch|sondern|versus|und zwar|nie erst|so mach|ist (?:mir|so)|haha|lol|oder|also|von daher|deswegen|deshalb|ich|wir|und (?:ich|wir|das|da|deswegen|dann|jetzt))(?!\p{L}).*$|\s+und (?:ich|wir)(?!\p{L}).*$|\s+(?:weil|denn|obwohl|sonst|versus|aber)(?!\p{L}).*$|\s+[-–—]\s.*$|;.*$|:\s.*$/iu

/** What is not meant as it is said, by how it begins or ends. */
export const jest =
  /^(?:na (?:super|klar|toll|prima|bravo|logo)|(?:ja )?klar,? (?:und|wir|dann)|aber (?:klar|sicher|natürlich) doch|natürlich,? und|(?:super|toll|prima|bravo),? dann)(?!\p{L})|(?:^|\s)\/s\s*$|(?<!\p{L})(?:ironie|scherz|spaß beiseite)(?!\p{L})/iu

/** "Ich hab ihn gefragt", and not "das hab ich immer so gehalten". */
export const perfect =
  /(?<!\p{L})(?:(?:ich|wir) (?:hab|habe|haben|bin|sind)|(?:hab|habe|haben|bin|sind) (?:ich|wir))(?!\p{L})(?!.*(?<!\p{L})(?:immer|stets|noch nie|jedes mal|gern|lieber|angewöhnt)(?!\p{L}))(?:.*(?<!\p{L})(?:(?:ab|an|auf|aus|ein|mit|nach|vor|weg|zu|zurück|durch|hin|her|los|um|fest|dran|drauf|rein|raus|kaputt)?ge\p{L}{2,}(?:t|en|n)|(?:ver|be|er|ent|zer|über|unter)\p{L}{3,}(?:t|en)|\p{L}{3,}iert)(?!\p{L})|$)/u
