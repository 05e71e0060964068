import { listFileTypes } from '#contract/project.ts'
import { localizedName } from '#ui/localized-name.ts'
import { useCall } from '#ui/server/query.ts'
import { language } from '#ui/settings.ts'

/** Translates the category of a file. */
export function useCategories(isOn: boolean): <T extends { category: string | null }>(file: T) => T {
  const { answer } = useCall(listFileTypes, undefined, { isOn: isOn && language.value !== 'en' })
  return (file) => {
    const type = answer?.find(({ name }) => name === file.category)
    return type ? { ...file, category: localizedName(type) } : file
  }
}
