import { businessRoles } from './business.ts'
import { engineeringRoles } from './engineering.ts'
import { productRoles } from './product.ts'
import type { StarterRole } from './role.ts'

/** What recommendations are made of as long as nothing was scraped (behavior: Templates). */
export const starterRoles: readonly StarterRole[] = [...engineeringRoles, ...productRoles, ...businessRoles]
