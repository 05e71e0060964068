// Modules that the build makes of the files in texts/ (run/web/texts.ts).

declare module 'virtual:texts/languages' {
  /** Every language that the software has. */
  export const languages: Record<string, { name: string; switchTo: string }>
}

declare module 'virtual:texts/*' {
  const loads: import('./texts.ts').Loads
  export default loads
}
