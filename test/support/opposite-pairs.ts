/** Pairs of statements that share most of their words, one pair a line. */
const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string])

/** Each differs in an opposite, a condition, a name, a number or a unit. */
export const opposites = pairs(`
Approve holidays within 5 days | Approve holidays after 5 days
Check parcels over £30 by hand | Check parcels under £30 by hand
Explain the price if guests ask | Explain the price unless guests ask
Round hours up | Round hours down
Use US spelling | Use UK spelling
Write firmware in C | Write firmware in C++
Read orders with GET requests | Read orders with POST requests
Only owners may close accounts | Owners may only close accounts
Answer tickets within two hours | Answer tickets after two hours
Close tickets after 14 days | Close tickets within 14 days
Ship orders above 20 kg by truck | Ship orders below 20 kg by truck
Escalate complaints above 100 euros | Escalate complaints below 100 euros
Enable caching in production | Disable caching in production
Allow force pushes to feature branches | Deny force pushes to feature branches
Include drafts in the report | Exclude drafts from the report
Deploy only on Fridays | Deploy except on Fridays
Notify the team before a deployment | Notify the team after a deployment
Run the linter before committing | Run the linter after committing
Write new code in C | Write new code in C#
Fetch users with a PUT request | Fetch users with a PATCH request
Store lengths in centimeters | Store lengths in inches
Use Python 3.11 | Use Python 3.12
Deploy to staging on merge | Deploy to production on merge
Send invoices to Anna | Send invoices to Bert
Host the service on AWS | Host the service on Azure
Migrate from MySQL to PostgreSQL | Migrate from PostgreSQL to MySQL
Translate from German to English | Translate from English to German
Sign in with a password | Sign in without a password
Call customers in the morning | Call customers in the evening
Sort results in ascending order | Sort results in descending order
Align numbers to the left | Align numbers to the right
Turn notifications on at night | Turn notifications off at night
Open the gate for visitors | Close the gate for visitors
Accept signed commits | Accept unsigned commits
Quote prices including tax | Quote prices excluding tax
Ask the buyer for a receipt | Ask the seller for a receipt
Give gross amounts | Give net amounts
Reply to all messages in English | Reply to all messages in French
Use tabs for indentation | Use spaces for indentation
Prefer async handlers | Prefer sync handlers
Escalate if the customer agrees | Escalate unless the customer agrees
Keep logs for 30 days | Keep logs for 30 weeks
Set the timeout to 5s | Set the timeout to 5ms
Limit uploads to 10 MB | Limit uploads to 10 GB
Cap the discount at 10% | Cap the discount at 10 €
Cap the discount at $10 | Cap the discount at €10
Pin React to v18 | Pin React to v19
Read settings from APP_URL | Read settings from API_URL
Name files in kebab-case | Name files in snake_case
Work from Monday to Thursday | Work from Monday to Friday
Meet every week | Meet every month
Ship in January | Ship in June
Answer the first question | Answer the last question
Freeze the branch before the release | Freeze the branch during the release
Run backups during business hours | Run backups outside business hours
Scroll up on load | Scroll down on load
Count upwards from one | Count downwards from one
Round amounts to the next cent upward | Round amounts to the next cent downward
Increase prices in May | Decrease prices in May
Raise the limit on request | Lower the limit on request
Use light mode by default | Use dark mode by default
Block requests from bots | Allow requests from bots
Encrypt backups at rest | Encrypt backups in transit
Grant access to contractors | Revoke access to contractors
Subscribe new users to the newsletter | Unsubscribe new users from the newsletter
Lock accounts after five attempts | Unlock accounts after five attempts
Mount the volume read-only | Mount the volume read-write
Use British spelling | Use American spelling
Bill customers in USD | Bill customers in EUR
Use HTTP/1.1 | Use HTTP/2
Connect over TCP | Connect over UDP
Give times in UTC | Give times in CET
Answer with 401 | Answer with 403
Return 404 for missing items | Return 410 for missing items
Publish on weekdays | Publish on weekends
Write tests in Jest | Write tests in Vitest
Accept payments above the limit | Accept payments below the limit
Address people by first name | Address people by last name
Use the formal form | Use the informal form
Start meetings early | Start meetings late
Prefer longer names | Prefer shorter names
All employees get a badge | No employees get a badge
Send a copy to the client | Send a copy from the client
Deploy before noon | Deploy after noon
Reply by Friday | Reply after Friday
Anträge innerhalb von 3 Tagen genehmigen | Anträge nach 3 Tagen genehmigen
Beträge aufrunden | Beträge abrunden
Rabatte mit Freigabe gewähren | Rabatte ohne Freigabe gewähren
Vor dem Mergen testen | Nach dem Mergen testen
Kunden informieren, wenn sie fragen | Kunden informieren, außer wenn sie fragen
Only use the API in tests | Use the API except in tests
Use more than two replicas | Use fewer than two replicas
Use GPT-4o for summaries | Use GPT-5 for summaries
Use log4j for logging | Use slf4j for logging
Use OAuth1 for sign-in | Use OAuth2 for sign-in
Charge the debit card | Charge the credit card
Validate on the client | Validate on the server
Keep the old layout | Keep the new layout
Hide the banner for guests | Show the banner for guests
Answer in the same language | Answer in a different language
Store passwords hashed | Store passwords in plain text
Use the metric system | Use the imperial system
Vote for the change | Vote against the change
Ask before you act | Act before you ask
Prefer speed over safety | Prefer safety over speed
Ask Anna before Bert | Ask Bert before Anna
Confirm bookings within 24 hours | Confirm bookings only after 24 hours
Pay suppliers before the 15th | Pay suppliers after the 15th
Give discounts to orders over 1000 dollars | Give discounts to orders under 1000 dollars
Store parcels above the line | Store parcels below the line
Keep the temperature above 5 degrees | Keep the temperature below 5 degrees
Deploy when the build is green | Deploy unless the build is green
Scale the cluster up before sales | Scale the cluster down before sales
Turn the volume up at night | Turn the volume down at night
Escalate before calling the customer | Escalate after calling the customer
Ask for a review before merging | Ask for a review after merging
Use no more than two colors | Use no less than two colors
Enable telemetry by default | Disable telemetry by default
Allow guests to comment | Forbid guests to comment
Permit uploads | Prohibit uploads
Add a footer to each page | Remove the footer from each page
Include tests in the bundle | Exclude tests from the bundle
Answer the oldest ticket first | Answer the newest ticket first
Everyone except admins may edit | Only admins may edit
Write dates the US way | Write dates the UK way
Write plugins in C# | Write plugins in F#
Use PUT for updates | Use PATCH for updates
Retry 3 times | Retry 5 times
Wait 10 seconds | Wait 10 minutes
Pack 5 kg per box | Pack 5 lb per box
Pin version 1.2.3 | Pin version 1.2.4
Send reports to Maria | Send reports to Thomas
Call getUser in handlers | Call getAccount in handlers
Use rem for sizes | Use px for sizes
Always trust user input | Never trust user input
Trust internal users | Trust external users
Reply to angry customers first | Reply to angry customers last
Speak German with customers | Speak English with customers
Managers approve what employees submit | Employees approve what managers submit
Treat warnings as errors | Treat errors as warnings
Cancel orders older than 30 days | Cancel orders newer than 30 days
Pay by card | Pay by invoice
Pick the cheapest offer | Pick the most expensive offer
Choose the fastest route | Choose the slowest route
Approve expenses up to 100 euros | Approve expenses from 100 euros
Start at 9 am | Start at 9 pm
Prefer inline comments | Avoid inline comments
Import from the old system | Export from the old system
Keep data for one year | Keep data for two years
Tell users what changed | Tell users what did not change
Answer in formal German | Answer in informal German
Commit generated files | Do not commit generated files
Take notes during meetings | Take notes after meetings
Lock the door when leaving | Unlock the door when leaving
Buy when the price falls | Sell when the price falls
Buy when the price falls | Buy when the price rises
Store keys in the vault | Store keys outside the vault
Use UTF-8 | Use Latin-1
Use IPv4 | Use IPv6
Use a dark theme | Use a light theme
Allow up to 5 retries | Allow more than 5 retries
Notify the customer even if nothing changed | Notify the customer if something changed
Keep the first version | Keep the latest version
Never deploy before noon | Never deploy after noon
Do not call customers before 9 am | Do not call customers after 9 am
Use tabs in Go files | Use tabs in Python files
Every order needs a check | Some orders need a check
Use the v1 API | Use the v2 API
Publish drafts automatically | Publish drafts manually
Discard duplicates | Keep duplicates
Accept cash | Refuse cash
Antworte innerhalb eines Tages | Antworte nach einem Tag
Nur Admins dürfen löschen | Admins dürfen nur löschen
`)

/** Each differs in one word of the same frame, which observations of one habit may do. */
export const otherThings = pairs(`
Take the second option | Take the third option
Ask a manager if unsure | Ask a manager unless sure
Support Python 3.9 | Support Python 3.10
Deploy to eu-west-1 | Deploy to us-east-1
Read the config from .env | Read the config from config.yaml
Run make build | Run make clean
Round prices to the nearest euro | Round prices to the nearest cent
Give refunds in cash | Give refunds as vouchers
Log in as root | Log in as a normal user
Store timestamps in UTC | Store timestamps in local time
`)

/** Each is the same statement in other words. */
export const sameStatements = pairs(`
Answer tickets within two hours | Tickets are answered within 2 hours
Always run the linter before committing | Run the linter before you commit
Never push to main | Do not push to main
Deploy with k8s | Deploy with K8s
Use US English | Always use US English
Use TypeScript for new code | Write new code in TypeScript
Prefer PostgreSQL over MySQL | Use PostgreSQL instead of MySQL
Only admins may delete records | Records may only be deleted by admins
Refund orders over €50 by hand | Orders above €50 are refunded by hand
Round amounts up | Always round up amounts
Ask the customer if unsure | If unsure, ask the customer
Sign off in the evening | Always sign off in the evening
Merge only with approval | Only merge with approval
Merge only with approval | Never merge without approval
Do not deploy on Fridays | Never deploy on a Friday
Back up the database before a migration | Always back up the database before each migration
Use Node 24 | Use Node.js 24
Keep secrets out of the logs | Never write secrets to the logs
Write API docs in Markdown | API docs are written in Markdown
Log in over HTTPS | Always log in over HTTPS
Reply to Anna first | Always reply to Anna first
Test on iOS and Android | Test on Android and iOS
Convert units from metric to imperial | Always convert units from metric to imperial
Kommentare auf Deutsch schreiben | Immer Kommentare auf Deutsch schreiben
Use snake_case for columns | Columns use snake_case
ALWAYS USE TABS | Always use tabs
Keep It Simple | Keep it simple
Follow up with customers within a day | Follow up with customers within one day
Turn off notifications at night | Turn notifications off at night
Set up monitoring on every server | Set monitoring up on every server
Review all PRs within a day | Review every pull request within a day
Never commit without tests | Always commit with tests
Log out users after 30 minutes | Users are logged out after 30 minutes
Answer the customer when they ask | Answer the customer if they ask
Escalate only if needed | Only escalate if needed
Do not merge until tests pass | Merge only after tests pass
Wait for approval before merging | Merge only after approval
Clean up after a test | Clean up after each test
Hand over the shift with notes | Hand the shift over with notes
Write down decisions | Write decisions down
Approve requests within 3 days | Requests are approved within three days
Refund orders over 50 euros by hand | Orders over €50 are refunded by hand
Send reports to Maria on Fridays | Every Friday, send reports to Maria
Use GET for searches | Searches use GET
Reply in the language of the customer | Always reply in the customer's language
Cap the discount at 10% | Cap discounts at 10 percent
Limit uploads to 10 MB | Uploads are limited to 10MB
Keep the README up to date | Always keep README.md up to date
Write commit messages in English | Commit messages are written in English
Deploy after the tests pass | Deploy only after the tests pass
Never deploy before the tests pass | Deploy only after the tests pass
Use the API of Stripe for payments | Use Stripe's API for payments
Store secrets in HashiCorp Vault | Keep secrets in Vault
Use pnpm, never npm | Use pnpm instead of npm
Prefer pnpm over npm | Use pnpm, not npm
Tell the customer if a delivery is late | Tell customers when their delivery is late
Only merge green builds | Merge only green builds
Lint before you push | Run the linter before pushing
Answer within 24h | Answer within one day
Name the person who decides | Always name the person who decides
Test in Chrome and Firefox | Test in Firefox and Chrome
Turn on two-factor login | Turn two-factor login on
Review the PR of Anna | Review Anna's pull request
Log every login of an admin | Log all admin logins
Show prices with VAT | Always show prices including VAT
`)
