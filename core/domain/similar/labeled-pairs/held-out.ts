/**
 * The half of the labeled pairs that is only measured (`pairs.ts`): other trades than the tuning half, written before
 * any output was read, and never fitted.
 */
export const heldOutPairs = `
# law
= Read every clause of a contract before signing | Before signing, read each clause of the contract
= Never advise a client without checking for conflicts of interest | Check for conflicts of interest before advising a client
= Keep client files confidential | Client files must be kept confidential
= File every motion a day before the deadline | All motions are filed one day before the deadline
= Cite the statute behind each claim | Each claim cites its statute
~ Keep client files confidential | Do not talk about clients outside the firm
~ File every motion a day before the deadline | Never let a deadline come close before filing
~ Explain legal terms to clients | Write letters that a layperson understands
! Lawyers review what paralegals draft | Paralegals review what lawyers draft
! Disclose the settlement | Never disclose the settlement
! Keep files for seven years | Keep files for ten years
! Every contract needs two signatures | Most contracts need two signatures
! Bill by the hour | Bill by the project
! Settle before the trial | Settle after the trial
! Cite the statute behind each claim | Check the budget behind each claim
! Only partners sign letters | All associates sign letters
! Send drafts to the client first | Send drafts to the court first
# teaching
= Give feedback on homework within a week | Homework gets feedback within one week
= Start each lesson with a question | Every lesson starts with a question
= Never compare students with each other | Students must never be compared with each other
= Praise effort rather than talent | Praise effort instead of talent
= Prepare a backup plan for every lesson | Every lesson needs a backup plan
~ Never compare students with each other | Measure each student by their own progress
~ Praise effort rather than talent | Tell students that hard work counts
~ Let students explain their solutions | Ask pupils to say how they got to the answer
! Students grade the work of teachers | Teachers grade the work of students
! Praise effort rather than talent | Praise talent rather than effort
! Give homework every day | Give homework every week
! Allow phones in class | Forbid phones in class
! All students present once a term | Some students present once a term
! Start each lesson with a question | End each lesson with a question
! Explain the theory before the exercise | Explain the theory after the exercise
! Give feedback on homework within a week | Return books to the library within a week
! Parents are invited to every meeting | Parents are invited to the first meeting
# sales
= Follow up on every lead within two days | Every lead gets a follow-up within 2 days
= Never badmouth a competitor | Competitors must never be badmouthed
= Ask about the budget in the first call | In the first call, ask about the budget
= Update the CRM after each call | After every call, update the CRM
= Qualify leads before sending a quote | Never send a quote before qualifying the lead
~ Never badmouth a competitor | Speak respectfully about other vendors
~ Listen more than you talk | Let the customer do most of the talking
~ Update the CRM after each call | Keep notes about every conversation with a prospect
! Managers approve discounts that reps offer | Reps approve discounts that managers offer
! Offer discounts above 1,000 units | Offer discounts below 1,000 units
! Always mention the price first | Always mention the price last
! Call new leads in the morning | Call old leads in the morning
! Ask about the budget in the first call | Ask about the team in the first call
! Never discount below 20 percent margin | Never discount below 30 percent margin
! Every deal over 10,000 needs approval | Every deal needs approval
! Sell to existing customers | Buy from existing customers
! Visit all customers twice a year | Visit key customers twice a year
# finance
= Reconcile all accounts at the end of the month | All accounts are reconciled at month end
= Two people must approve every payment | Every payment must be approved by two people
= Never share the forecast before the board has seen it | Share the forecast only after the board has seen it
= Keep receipts for ten years | Receipts are kept for ten years
= Round amounts to the nearest cent | Amounts are rounded to the nearest cent
~ Two people must approve every payment | No one releases money alone
~ Keep receipts for ten years | Archive every invoice as long as the law demands
~ Explain every variance above five percent | Large deviations from the plan need a comment
! Pay invoices within 30 days | Pay invoices within 60 days
! Accounting audits purchasing | Purchasing audits accounting
! Record revenue when it is earned | Record revenue when it is paid
! Increase the reserve each quarter | Reduce the reserve each quarter
! Every payment must be approved by two people | Every payment must be approved by one person
! Only the CFO signs guarantees | Every manager signs guarantees
! Report losses immediately | Report profits quarterly
! Explain every variance above five percent | Explain every term above the line
! Keep receipts for ten years | Keep employees for ten years
# science
= Preregister every study before collecting data | Every study is preregistered before data is collected
= Report all results, including negative ones | All results are reported, also the negative ones
= Publish the raw data with the paper | The raw data is published with each paper
= Calibrate the scale every morning | Each morning the scale is calibrated
= Never remove outliers without a reason | Outliers are never removed without a reason
~ Publish the raw data with the paper | Make data sets openly available
~ Report all results, including negative ones | Do not hide experiments that failed
~ Repeat each measurement three times | Never trust a single measurement
! Report all results | Report only significant results
! Preregister every study before collecting data | Preregister every study after collecting data
! Store samples at minus 20 degrees | Store samples at minus 80 degrees
! Students supervise postdocs | Postdocs supervise students
! Publish the raw data with the paper | Publish the raw data without the paper
! Calibrate the scale every morning | Clean the scale every morning
! Most samples are tested twice | Every sample is tested twice
! Accept reviews from competitors | Decline reviews from competitors
! Use the smallest dose that works | Use the largest dose that works
# software
= Every public function has a docstring | All public functions must have docstrings
= Never commit secrets to the repository | Secrets must never be committed to the repository
= Validate input at the boundary | Input is validated at the boundary
= Prefer small pull requests | Keep pull requests small
= Run the linter before each commit | Before every commit, run the linter
~ Never commit secrets to the repository | Keep credentials in the vault
~ Every public function has a docstring | Document the API in the code
~ Run the linter before each commit | Lint errors must not reach the main branch
! Log every request | Never log requests
! Reviewers fix what authors report | Authors fix what reviewers report
! Cache responses for 5 minutes | Cache responses for 5 hours
! All modules have tests | Only core modules have tests
! Use async code in handlers | Use sync code in handlers
! Prefer composition to mocks | Prefer mocks to composition
! Validate input at the boundary | Validate output at the boundary
! Merge after the build passes | Merge before the build passes
! Never commit secrets to the repository | Never commit large files to the repository
# people and hiring
= Interview every candidate with two people | Two people interview each candidate
= Give every new hire a mentor | Each new hire gets a mentor
= Answer applicants within five days | Applicants are answered within 5 days
= Never ask candidates about their family | Candidates must not be asked about family
~ Give every new hire a mentor | Nobody starts without a buddy
~ Answer applicants within five days | Do not keep applicants waiting
! Managers evaluate their reports | Reports evaluate their managers
! Hire for attitude over skill | Hire for skill over attitude
! Every employee gets a bonus | Some employees get a bonus
! Publish salaries internally | Publish salaries externally
! Interview every candidate with two people | Interview every candidate by phone
! Remote work is allowed | Remote work is forbidden
# Spanish
= Revisa cada contrato antes de firmar | Antes de firmar, revisa cada contrato
= Nunca compartas contraseñas | Las contraseñas nunca se comparten
= Responde a los clientes en un día | Los clientes reciben respuesta en un día
~ Nunca compartas contraseñas | Guarda las claves en secreto
! Siempre envía la factura | Nunca envía la factura
! Entrega los informes en 2 días | Entrega los informes en 20 días
! Prueba antes de publicar | Prueba después de publicar
! Revisa cada contrato antes de firmar | Limpia cada mesa antes de servir
# French
= Vérifie chaque facture avant l'envoi | Avant l'envoi, vérifie chaque facture
= Ne partage jamais les mots de passe | Les mots de passe ne sont jamais partagés
= Réponds aux clients dans la journée | Les clients reçoivent une réponse dans la journée
~ Ne partage jamais les mots de passe | Garde les mots de passe secrets
! Réponds toujours en français | Ne réponds jamais en français
! Livre sous 3 jours | Livre sous 10 jours
! Teste avant la livraison | Teste après la livraison
! Vérifie chaque facture avant l'envoi | Remercie chaque client avant la pause
`
