const key = 'organization'

/** The slug of the organization that was open last in this browser. */
export const lastOrganization = () => localStorage.getItem(key)

export const rememberOrganization = (slug: string) => localStorage.setItem(key, slug)
