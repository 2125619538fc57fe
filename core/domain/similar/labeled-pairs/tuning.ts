/**
 * The half of the labeled pairs by which similarity is fitted and guards are improved (`pairs.ts`): by trade, general
 * work first, one pair a line. `=` the same sentence reworded, `~` the same idea, `!` different.
 */
export const tuningPairs = `
# general
= Always back up the database before a migration | Back up the database before each migration
= Never store passwords in plain text | Passwords must never be stored in plain text
= Answer emails within a day | Reply to emails within one day
= Close the loop with the requester | Always close the loop with whoever requested it
= Keep meetings under thirty minutes | Meetings should stay under thirty minutes
= Measure twice and cut once | Always measure twice, then cut once
= Prefer composition over inheritance | Favour composition over inheritance
= Prefer composition over inheritance | Use composition instead of inheritance
= Never approve my own pull request | I do not approve my own pull requests
= Label every sample with its date | Each sample must be labelled with its date
= Read the contract before signing it | Never sign a contract before reading it
= Do not merge without a review | Always get a review before merging
= Write the summary first | Always start with writing the summary
= Check the spelling of names | Verify the spelling of all names
= Keep functions short | Functions should be kept short
= Avoid abbreviations in variable names | Never use abbreviations in variable names
= Monitor the disk usage of the servers | Keep an eye on the disk usage of servers
= Send the invoice at the end of the month | Invoices are sent at the end of each month
= Ask the patient for allergies before giving medicine | Never give medicine before asking the patient for allergies
= Cite the source of every figure | Every figure needs a cited source
= No meetings on Wednesdays | I never take meetings on a Wednesday
= Explain the reason in the commit message | Commit messages explain the reason
= Delete branches after merging | Branches get deleted after they are merged
= Use metric units | We always use metric units
= Test the restore of every backup | Backups must be tested by restoring them
= Keep the kitchen clean | The kitchen must be kept clean
= Never discuss salaries in public channels | Salaries are not discussed in public channels
= Pin the versions of dependencies | Dependencies have pinned versions
= Thank contributors by name | Always thank a contributor by name
= Do not interrupt people in interviews | Never interrupt a person during an interview
= Publish the minutes the same day | Minutes are published on the same day
= Round figures only at the end | Only round figures at the end
= Water the plants every Tuesday | Each Tuesday I water the plants
= Log every manual change to production | All manual changes to production are logged
~ Always back up the database before a migration | Take a backup before risky operations on the database
~ Never store passwords in plain text | Hash passwords before storing them
~ Keep meetings under thirty minutes | Prefer short meetings
~ Keep functions short | Split long functions into short ones
~ Answer emails within a day | Answer emails the same morning
~ Cite the source of every figure | Link to the source below each chart
~ Explain the reason in the commit message | Write commit messages that say why
~ Pin the versions of dependencies | Keep dependencies locked to exact versions
~ Test the restore of every backup | Rehearse restoring backups twice a year
~ Monitor the disk usage of the servers | Monitor memory and disk of every server
~ Do not merge without a review | Have two people review a merge
~ Avoid abbreviations in variable names | Choose long and clear variable names
~ Check the spelling of names | Spell names the way their owners do
~ Publish the minutes the same day | Send out minutes right after the meeting
~ Log every manual change to production | Avoid manual changes to production
~ Thank contributors by name | Mention contributors in the release notes
! Always deploy on Fridays | Never deploy on Fridays
! Use tabs | Never use tabs
! Prefer composition over inheritance | Prefer inheritance over composition
! Keep functions short | Keep meetings short
! Never promise a discount to clients | Never insult clients
! Review every pull request | Keep pull requests small
! Send the invoice at the end of the month | Send the newsletter at the start of the month
! Check the spelling of names | Check the temperature of the fridge
! Write tests for the parser | Write letters to customers
! Test the restore of every backup | Test every prototype with customers
! Answer emails within a day | Delete emails after a year
! Ask for help early | Ask for the budget first
! Use metric units | Use plain language
! Always share drafts early | Never share drafts early
! Never log personal data | Never delete personal data without consent
! Keep the changelog current | Keep the kitchen clean
! Label every sample with its date | Label every box with its weight
! Explain the reason in the commit message | Explain technical terms to customers
! Back up the database before each migration | Inform the customers before each migration
! Document every endpoint | Deprecate every unused endpoint
! No meetings on Wednesdays | No deliveries on Wednesdays
! Prefer phone calls to emails | Prefer paper to screens
! Own the billing service | Own the search service
! Review the error reports every morning | Water the plants every morning
! Never merge without a review | Never travel without insurance
! Keep replies polite | Keep receipts for seven years
! Monitor the disk usage of the servers | Monitor the mood of the team
! Publish the minutes the same day | Publish the results of every trial
! Round figures only at the end | Show figures in thousands
! Log every manual change to production | Keep production and staging identical
! Always write the test first | Always write the invoice first
! Cover changes with tests | Keep the changelog current
! Make everything accessible | Make everything observable with logs and metrics
! Never use humour in error messages | Always use humour in error messages
# nursing
= Check the patient's wristband before every medication | Before every medication, check the wristband of the patient
= Wash your hands before touching a patient | Always wash hands before you touch a patient
= Document each dose within ten minutes | Every dose is documented within 10 minutes
= Never leave a confused patient alone | Confused patients must never be left alone
= Report every fall to the charge nurse | All falls are reported to the charge nurse
~ Wash your hands before touching a patient | Disinfect hands between patients
~ Never leave a confused patient alone | Stay with patients who are disoriented
~ Ask patients about their pain at every round | Assess pain regularly and write down the score
! Nurses check what doctors prescribe | Doctors check what nurses prescribe
! Give insulin before meals | Give insulin after meals
! Report every fall to the charge nurse | Report some falls to the charge nurse
! Turn the patient every two hours | Turn the patient every four hours
! Raise the bed rails at night | Never raise the bed rails at night
! Check the patient's wristband before every medication | Check the patient's blood pressure every morning
! Only nurses may change the dressing | Anyone may change the dressing
! Tell the family about the diagnosis | Never tell the family about the diagnosis without consent
! Visitors wear masks in the isolation ward | Visitors wear masks in every ward
# kitchen
= Taste every sauce before it leaves the kitchen | Every sauce is tasted before leaving the kitchen
= Label containers with the date they were opened | All containers carry a label with the opening date
= Keep raw meat below cooked food | Raw meat is always kept below cooked food
= Never refreeze thawed fish | Thawed fish must not be refrozen
= Clean the station after each shift | After every shift, clean your station
~ Keep raw meat below cooked food | Store raw meat apart from everything that is ready to eat
~ Throw out whatever is past its date | Check expiry dates every morning and discard old food
~ Sharpen knives every morning | Keep knives sharp
! Keep the fridge below 5 degrees | Keep the fridge below 8 degrees
! Salt the water before boiling pasta | Salt the water after boiling pasta
! The chef approves dishes that the cooks invent | The cooks approve dishes that the chef invents
! Keep raw meat below cooked food | Keep raw meat above cooked food
! Serve children first | Serve adults first
! Taste every sauce before it leaves the kitchen | Weigh every portion before it leaves the kitchen
! All staff wear gloves when plating | Most staff wear gloves when plating
! Never send back a plate without asking the guest | Never send out a plate without checking it
! Order vegetables daily | Order vegetables weekly
# logistics
= Scan every parcel when it arrives | Each parcel is scanned on arrival
= Never load a truck beyond its weight limit | Trucks must never be loaded beyond their weight limit
= Inform the customer as soon as a delivery is late | Customers are informed as soon as their delivery is late
= Count the stock at the end of the week | Stock is counted at the end of each week
= Secure the load before driving off | Before driving off, secure your load
~ Inform the customer as soon as a delivery is late | Tell customers about delays before they ask
~ Never load a truck beyond its weight limit | Weigh each truck before departure
~ Plan routes to avoid empty runs | Combine deliveries so that trucks are never empty
! Drivers report to dispatchers | Dispatchers report to drivers
! Ship fragile goods first | Ship fragile goods last
! Load heavy goods at the bottom | Load heavy goods at the top
! Return empty pallets within 14 days | Return empty pallets within 40 days
! Every shipment is insured | Only international shipments are insured
! Scan every parcel when it arrives | Weigh every parcel when it arrives
! Inbound goods are inspected by the warehouse | Outbound goods are inspected by the warehouse
! Suppliers pay for the return of damaged goods | Customers pay for the return of damaged goods
! Deliver only to the named person | Deliver to any neighbor
# customer support
= Never promise a refund before checking the policy | Check the policy before you promise a refund
= Greet customers by their first name | Always greet a customer by first name
= Answer every ticket within four hours | All tickets are answered within 4 hours
= Apologize once and then solve the problem | Apologise once, then fix the problem
= Escalate outages to engineering immediately | Outages are escalated to engineering right away
~ Escalate outages to engineering immediately | Involve an engineer as soon as the service is down
~ Apologize once and then solve the problem | Keep apologies short and concentrate on the solution
~ Ask one question at a time | Do not overwhelm customers with many questions at once
! Close a ticket only when the customer confirms | Close a ticket when the customer does not answer
! Always offer a refund | Never offer a refund
! Offer refunds up to 50 dollars | Offer refunds up to 500 dollars
! Support agents forward bugs to developers | Developers forward bugs to support agents
! Reply in the customer's language | Reply in English only
! Answer every ticket within four hours | Tag every ticket within four hours
! Escalate all complaints to the manager | Escalate only legal complaints to the manager
! Use a formal tone with customers | Use an informal tone with customers
! Call premium customers back the same day | Email premium customers a survey the same day
# site reliability
= Page the on-call engineer for every failed health check | Every failed health check pages the on-call engineer
= Write a postmortem after each incident | Each incident gets a postmortem
= Roll back first and investigate later | Rollback first, then investigate
= Rotate credentials every 90 days | Credentials are rotated each 90 days
= Alerts must link to a runbook | Every alert links to its runbook
~ Write a postmortem after each incident | Learn from outages without blaming anyone
~ Alerts must link to a runbook | Nobody should be woken up by an alert that says nothing about what to do
~ Roll back first and investigate later | Restore service before searching for the cause
! Scale up before a launch | Scale down before a launch
! Deploy to staging before production | Deploy to production before staging
! Every service has two owners | Some services have two owners
! Keep error budgets above 10 percent | Keep error budgets below 10 percent
! Engineers approve changes that operators request | Operators approve changes that engineers request
! Alert on symptoms, not causes | Alert on causes, not symptoms
! Freeze deployments during holidays | Freeze deployments during incidents
! Rotate credentials every 90 days | Rotate the on-call duty every week
! Automate every manual step | Document every manual step
# design
= Test every prototype with five users | Each prototype is tested with 5 users
= Use real content instead of placeholder text | Never use placeholder text; use real content
= Contrast must be at least 4.5 to 1 | Keep contrast at 4.5 to 1 or more
= Reuse components from the design system | Components of the design system are reused
= Do not rely on color alone to convey meaning | Never convey meaning by color alone
~ Test every prototype with five users | Watch people use a draft before it is built
~ Reuse components from the design system | Avoid inventing new components when the library has one
~ Keep forms as short as possible | Ask only for data that a form really needs
! Designers approve what developers build | Developers approve what designers build
! Design for mobile first | Design for desktop first
! Every icon has a label | No icon has a label
! Use at most two typefaces | Use at least two typefaces
! Show errors next to the field | Show help next to the field
! Test every prototype with five users | Test every prototype with fifty users
! Prefer illustrations over photos | Prefer photos over illustrations
! Animate only what the user triggered | Animate everything
! Buttons say what happens | Tooltips say what happens
# German
= Prüfe jede Rechnung vor dem Versand | Vor dem Versand wird jede Rechnung geprüft
= Antworte innerhalb von zwei Tagen | Anfragen innerhalb von 2 Tagen beantworten
= Schreibe niemals Passwörter auf | Passwörter dürfen niemals aufgeschrieben werden
= Sprich Kunden immer mit Namen an | Kunden werden immer mit Namen angesprochen
~ Schreibe niemals Passwörter auf | Passwörter gehören in den Passwortmanager und nicht auf Papier
~ Prüfe jede Rechnung vor dem Versand | Keine Rechnung verlässt das Haus ungeprüft
! Duze alle Kunden | Sieze alle Kunden
! Liefere nur am Montag | Liefere nur am Freitag
! Gib Rabatte immer schriftlich | Gib Rabatte niemals schriftlich
! Der Einkauf prüft den Vertrieb | Der Vertrieb prüft den Einkauf
! Alle Mitarbeiter tragen einen Helm | Nur Besucher tragen einen Helm
! Prüfe jede Rechnung vor dem Versand | Bezahle jede Rechnung vor dem Urlaub
# Chinese
= 每次部署前先备份数据库 | 部署之前必须先备份数据库
= 绝不共享密码 | 密码绝不能共享
= 所有代码都要经过评审 | 代码必须全部经过评审
~ 每次部署前先备份数据库 | 升级之前保存一份数据库副本
! 每次部署前先备份数据库 | 每次会议前先准备议程
! 总是使用中文回复 | 从不使用中文回复
! 在周五部署 | 不要在周五部署
! 客户先付款后发货 | 客户先发货后付款
`

/**
 * Pairs of one sentence in two languages: measured for every model, never fitted, since many models know one language.
 */
export const crossLanguagePairs = `
# languages
= Never share passwords | Teile niemals Passwörter
= Always back up the database before a migration | Sichere die Datenbank immer vor einer Migration
= Answer emails within a day | Beantworte E-Mails innerhalb eines Tages
= Keep meetings short | Las reuniones deben ser cortas
= Write tests before merging | Escribe pruebas antes de fusionar
= Thank customers for their patience | Agradece a los clientes su paciencia
= Check the invoice twice | Vérifie la facture deux fois
= Never deploy on Fridays | Ne déploie jamais le vendredi
= Explain technical terms | Explique les termes techniques
= Always document decisions | 始终记录决定
= Never share passwords | 绝不共享密码
= Review every contract | 审查每一份合同
! Never share passwords | Passwörter müssen lang sein
! Keep meetings short | Las facturas deben ser claras
! Check the invoice twice | Prépare la réunion deux fois
! Always document decisions | 始终保持厨房清洁
! Answer emails within a day | Lösche E-Mails nach einem Jahr
! Write tests before merging | Escribe cartas a los clientes
`
