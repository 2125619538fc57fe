import { businessRoles } from './business.ts'
import { engineeringRoles } from './engineering.ts'
import { productRoles } from './product.ts'
import type { StarterRole } from './role.ts'

/** Used for recommendations until templates have been scraped (behavior: Templates). */
export const starterRoles: readonly StarterRole[] = [...engineeringRoles, ...productRoles, ...businessRoles]
