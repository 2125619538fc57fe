import { useSuspenseQuery } from '@tanstack/react-query'
import { templateRepositoriesQuery } from '../../api/bootstrap-queries.ts'
import { TemplateLibrary } from '../../import/template-library.tsx'

/** The repositories of agent definitions that recommendations are made of. */
export function LibraryPage() {
  const { data: repositories } = useSuspenseQuery(templateRepositoriesQuery)
  return <TemplateLibrary repositories={repositories} />
}
