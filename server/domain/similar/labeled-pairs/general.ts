/** Pairs of general work, older than the trades beside them; they belong to the tuning half (`pairs.ts`). */
export const generalPairs = `
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
`
