export type TemplateValue = string | number | readonly string[];

type Names<Template extends string> = Template extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The values that a template such as `'from %{min} to %{max}'` needs. */
export type TemplateValues<Template extends string> = { readonly [Name in Names<Template>]: TemplateValue };

/** Puts values into their places; those of a list with commas between. */
export function fillTemplate(template: string, values: Readonly<Record<string, TemplateValue>>): string {
  return template.replace(/%\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === 'object' ? value.join(', ') : String(value ?? place);
  });
}
