export type Texts = { en: string; ru: string }
export type ErrorEntry = { status: number; title: Texts; detail: Texts }
