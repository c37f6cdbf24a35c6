export type TemplateValue = string | number | readonly string[];

type Names<Template extends string> = Template extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The values for the placeholders of a template such as `'from %{min} to %{max}'`. */
export type TemplateValues<Template extends string> = { readonly [Name in Names<Template>]: TemplateValue };

/** Replaces the placeholders of a template with values; lists are joined with commas. */
export function fillTemplate(template: string, values: Readonly<Record<string, TemplateValue>>): string {
  return template.replace(/%\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === 'object' ? value.join(', ') : String(value ?? place);
  });
}
