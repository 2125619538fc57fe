import { verbCategories } from '../rules-files/rule-words.ts'

/** Words before a colon in transcripts: names that people and models have by their role, and words of ordinary text. */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(',').map((word) => word.trim()))

export const humanNames = wordsOf(
  'human,user,you,me,prompt,instruction,customer,nutzer,nutzerin,benutzer,mensch,kunde,kundin,ich,utilisateur,utilisatrice,usuario,usuaria,usuário,utente,пользователь,用户,我,使用者,ユーザー,사용자,gebruiker,użytkownik,q',
)

export const assistantNames = wordsOf(
  'a,assistent,assistentin,ki,asistente,assistente,assistant,assistante,ассистент,助手,アシスタント,어시스턴트,ai,ai assistant,agent,bot,chatbot,model,chatgpt,gpt,gpt-4,gpt-4o,claude,gemini,copilot,llm,response',
)

/** `Speaker 1`, as recorders name people: it may be anyone, the agent too. */
export const isNumberedSpeaker = (key: string): boolean =>
  /^(?:(?:speaker|participant|person|guest|sprecher|sprecherin|teilnehmer|teilnehmerin|interlocuteur|locuteur|hablante|orador|relatore|говорящий|спикер|spk)[ -]?(?:\d{1,3}|(?<=[ -])[a-z])|(?:说话人|发言人|話者|화자) ?\d{1,3})$/.test(
    key,
  )

/** Words that precede a colon in ordinary text. */
const ordinaryWords = wordsOf(
  `note,notes,nb,n.b.,warning,error,errors,example,examples,todo,result,results,summary,step,steps,update,edit,ps,p.s.,fix,subject,
date,from,to,cc,bcc,re,fw,fwd,aw,sent,fyi,tldr,tl;dr,hint,tip,tips,important,question,answer,input,output,expected,actual,problem,solution,
reason,status,version,usage,options,option,pros,cons,goal,goals,context,background,action,actions,action items,decision,
next,next steps,conclusion,title,name,age,time,location,description,type,value,key,file,path,line,code,link,url,source,test,
tests,build,deploy,first,second,third,finally,also,however,remember,caution,disclaimer,default,before,after,today,
yesterday,tomorrow,priority,risk,risks,impact,owner,cause,root cause,plan,feature,bug,issue,task,tasks,done,requirements,
assumptions,monday,tuesday,wednesday,thursday,friday,saturday,sunday,quote,attachment,attachments,participants,topic,
agenda,system,command,log,logs,response time,total,price,yes,no,okay,ok,thanks,regards,http,https,mailto,caveat,details,
overview,objective,background info,format,method,request,response,return,returns,parameters,arguments,definition,latency,cost,costs,memory,cpu,budget,deadline,region,environment,database,frontend,
backend,scope,team,monitoring,rollback,migration,staging,production,security,effort,benefit,benefits,downside,upside,
advantage,advantages,email,phone,address,language,framework,api,server,client,users,why,what,how,who,when,where,good,
bad,better,worse,new,old,left,right,one,two,three,morning,evening,lunch,dinner,weather,music,food,
rule,rules,lesson,wait,attention,nota bene,notice,info,debug,trace,fatal,spoiler,correction,addendum,aside,bonus,reminder,fact,
truth,meaning,confidence,source,sources,reference,references,citation,citations,score,rating,progress,thought,observation,thinking,reasoning,password,username,city,country,translation,chore,feat,docs,refactor,style,perf,ci,revert,content,role,text,message,select,insert,he,she,they,we,it,i,
and,but,or,so,then,because,if,this,that,these,those,here,there,all,both,never,always,maybe,well,look,listen,hey,hi,hello,dear,
hinweis,hinweise,anmerkung,notiz,achtung,wichtig,warnung,vorsicht,beispiel,beispiele,fazit,ergebnis,zusammenfassung,frage,antwort,fehler,
tipp,betreff,von,an,datum,ziel,grund,vorteile,nachteile,schritt,schritte,lösung,also,nebenbei,übrigens,zitat,
remarque,remarques,attention,avertissement,exemple,exemples,résumé,réponse,erreur,astuce,objet,date,résultat,conclusion,conseil,rappel,
nota,notas,aviso,importante,atención,advertencia,ejemplo,ejemplos,resumen,pregunta,respuesta,consejo,asunto,resultado,conclusión,ojo,recuerda,
atenção,exemplo,resumo,pergunta,resposta,dica,assunto,lembrete,
attenzione,avviso,esempio,esempi,riassunto,domanda,risposta,consiglio,oggetto,risultato,conclusione,errore,ricorda,
let op,opmerking,waarschuwing,belangrijk,voorbeeld,vraag,antwoord,samenvatting,uwaga,ważne,przykład,pytanie,odpowiedź,
внимание,примечание,важно,пример,вопрос,ответ,итог,вывод,ошибка,совет,заметка,тема,
注意,备注,備註,注,警告,重要,例如,例子,示例,问题,問題,答案,结论,結論,总结,總結,提示,原因,错误,錯誤,结果,主题,
注記,備考,例,質問,回答,まとめ,ヒント,参考,참고,주의,경고,중요,예,예시,질문,답변,결론,요약,메모,
ملاحظة,تنبيه,تحذير,مهم,مثال,سؤال,جواب,خلاصة,نتيجة,הערה,אזהרה,חשוב,דוגמה,שאלה,תשובה,סיכום,نکته,توجه,هشدار`,
)
const ordinaryWithNumber =
  /^(?:step|option|part|phase|day|week|plan|rule|chapter|section|team|group|case|example|item|task|stage|level|round|figure|table|point|lesson|question|answer|schritt|teil|tag|woche|étape|partie|paso|parte|q\d|v)\s?(?:\d*|[a-z]|one|two|three|four|five)$/
/** Any of these begins a phrase rather than a name. */
const phraseStart =
  /^(?:dear|hi|hello|hey|the|my|our|your|a|an|in|on|at|for|with|by|this|that|and|but|fun|for example|to)\s/

export const isOrdinaryWord = (key: string) => {
  // A commit's scope: `fix(api): …`.
  const word = key.replace(/\s?\([^()]*\)$/, '')
  return ordinaryWords.has(word) || ordinaryWithNumber.test(word) || phraseStart.test(word)
}

/** A name by its form alone: each word begins with a capital letter. */
export const isCapitalized = (text: string) =>
  text.split(/\s+/).every((word) => /^\p{Lu}/u.test(word) || /^(?:de|van|von|der|da|del|la|al|bin)$/i.test(word))

const abstract = /(?:tion|sion|ment|ness|ity|ing|ency|ancy|ism|ship|ology|ics|ware|able|ible|ed|ly|error|exception)$/i
/** A name by the form of each word, which no verb and no common noun has: for a speaker with a single line. */
export const looksLikePerson = (name: string): boolean =>
  name
    .split(/\s+/)
    .every(
      (word) =>
        /^\p{Lu}[\p{Ll}'\u2019-]+(?:\p{Lu}\p{Ll}+)?$/u.test(word) &&
        !isOrdinaryWord(word.toLowerCase()) &&
        !abstract.test(word) &&
        !verbCategories.has(word.toLowerCase()),
    ) && name.split(/\s+/).length <= 3

const spoken = new RegExp(
  [
    String.raw`[?!\uff1f\uff01\u061f]["'\u201d)]?\s*$`,
    String.raw`^(?:yes|no|nope|yep|yeah|ok|okay|sure|hi|hey|hello|thanks|thank you|bye|agreed|exactly|right|lol|same|true|good morning|ja|nein|danke|hallo|oui|non|merci|bonjour|salut|sí|gracias|hola|sim|obrigado|olá|ciao|grazie|да|нет|привет|спасибо|好|好的|是|不|你好|谢谢|はい|いいえ|네|아니요)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:I|I['\u2019](?:m|d|ll|ve)|me|my|mine|we|our|us|you|your|ich|mir|mich|mein|meine|wir|uns|du|dir|dich|je|j['\u2019]\p{L}+|moi|nous|vous|yo|mi|nosotros|tú|usted|eu|nós|você|io|noi|tu|я|мы|ты|вы|мне|меня|أنا|نحن|אני|אנחנו)(?![\p{L}\p{N}])`,
    '我|我们|你|您|私|僕|俺|나는|저는|우리',
  ].join('|'),
  'iu',
)
const maxSpoken = 300
/** Words that somebody says to somebody: a question, an answer, or a sentence about the speaker. */
export const isUtterance = (text: string): boolean => spoken.test(text.slice(0, maxSpoken).trim())
