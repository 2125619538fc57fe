/**
 * Agents of many trades, and the starter roles whose statements suit each; none if nothing fits. Written before any
 * output was read. The halves hold different trades.
 */
export interface LabeledRole {
  name: string
  job_title: string | null
  description: string | null
  relevant: readonly string[]
}

const role = (job_title: string, description: string, ...relevant: string[]): LabeledRole => ({
  name: 'Kim',
  job_title,
  description,
  relevant,
})

export const recommendationRoles: Record<'tuning' | 'held-out', readonly LabeledRole[]> = {
  tuning: [
    role('Registered nurse', 'Cares for patients on a surgical ward, gives medication and documents vital signs'),
    role('Head chef', 'Runs the kitchen of a restaurant, plans menus and orders ingredients'),
    role('Truck driver', 'Delivers pallets to supermarkets across the country'),
    role('Plumber', 'Repairs pipes, boilers and bathrooms'),
    role(
      'Java developer',
      'Builds payment services and their databases',
      'backend-engineer',
      'code-reviewer',
      'quality-engineer',
    ),
    role(
      'React developer',
      'Builds accessible web interfaces',
      'frontend-engineer',
      'product-designer',
      'code-reviewer',
      'quality-engineer',
    ),
    role(
      'DevOps engineer',
      'Keeps clusters running, on call for incidents',
      'site-reliability-engineer',
      'backend-engineer',
    ),
    role('Penetration tester', 'Finds vulnerabilities before attackers do', 'security-engineer', 'quality-engineer'),
    role('Support specialist', 'Answers tickets of customers of a web shop', 'customer-support-agent'),
    role('Account executive', 'Sells software to companies and negotiates contracts', 'sales-representative'),
    role('Social media manager', 'Writes posts and plans campaigns', 'content-marketer', 'technical-writer'),
    role('Scrum master', 'Plans sprints, removes obstacles and reports progress', 'project-manager', 'product-manager'),
    role('Talent acquisition partner', 'Finds and interviews candidates', 'recruiter'),
    role('Mathematics tutor', 'Explains algebra to students and checks their homework', 'teacher'),
    role('Controller', 'Prepares budgets, forecasts and monthly reports', 'financial-analyst', 'data-analyst'),
    role(
      'Business intelligence analyst',
      'Builds dashboards in SQL and defines metrics',
      'data-analyst',
      'data-engineer',
    ),
    role('Gardener', 'Plants trees and trims hedges'),
  ],
  'held-out': [
    role('Midwife', 'Accompanies births and looks after newborns'),
    role('Bus driver', 'Drives children to school'),
    role('Carpenter', 'Builds furniture from oak'),
    role('Veterinarian', 'Treats dogs and cats in a small practice'),
    role('Farmer', 'Grows wheat and keeps cattle'),
    role('Hotel receptionist', 'Welcomes guests and assigns rooms', 'customer-support-agent', 'executive-assistant'),
    role(
      'Python engineer',
      'Maintains a REST API and its data model',
      'backend-engineer',
      'code-reviewer',
      'quality-engineer',
    ),
    role(
      'Deep learning researcher',
      'Trains and evaluates neural networks',
      'machine-learning-engineer',
      'research-analyst',
      'data-analyst',
    ),
    role(
      'ETL developer',
      'Moves data between warehouses with Airflow',
      'data-engineer',
      'backend-engineer',
      'data-analyst',
    ),
    role('QA lead', 'Designs test plans and automates regression tests', 'quality-engineer', 'code-reviewer'),
    role('UX researcher', 'Interviews users and tests prototypes', 'product-designer', 'research-analyst'),
    role('Documentation engineer', 'Writes reference pages and tutorials for an API', 'technical-writer'),
    role('Product owner', 'Decides what the team builds next and why', 'product-manager', 'project-manager'),
    role('Personal assistant', 'Manages calendar, travel and inbox of a director', 'executive-assistant'),
    role('Market researcher', 'Compares competitors and summarizes sources', 'research-analyst', 'data-analyst'),
    role(
      'Security operations analyst',
      'Watches alerts and responds to attacks',
      'security-engineer',
      'site-reliability-engineer',
    ),
    role('History teacher', 'Teaches history at a secondary school', 'teacher'),
    role('Copywriter', 'Writes newsletters and landing pages', 'content-marketer', 'technical-writer'),
  ],
}
