import {
  type DataProvider,
  type GetListParams,
  HttpError,
  type Identifier,
  type RaRecord,
} from 'react-admin';
import type { Problem } from '../i18n/problem-text';
import { eachId } from './each-id';
import { noteChange } from './last-change';
import { type Answer, request, requestText, upload } from './http';

type Row = RaRecord & { rowVersion?: number };

/**
 * Translates react-admin's calls to requests of the admin API (as `ra-data-simple-rest` does, but with PATCH for
 * edits).
 */
export const dataProvider = {
  async getList(resource: string, params: GetListParams) {
    const { page = 1, perPage = 25 } = params.pagination ?? {};
    const { field = 'id', order = 'DESC' } = params.sort ?? {};
    const first = (page - 1) * perPage;
    const query = {
      filter: JSON.stringify(given(params.filter ?? {})),
      sort: JSON.stringify([field, order]),
    };
    const { data, headers } = await readRows(resource, query, first, perPage);
    return { data, total: Number(headers.get('content-range')?.split('/')[1]) };
  },

  async getOne(resource: string, { id }: { id: Identifier }) {
    return { data: (await request<Row>('GET', `/${resource}/${id}`)).data };
  },

  async getMany(resource: string, { ids }: { ids: Identifier[] }) {
    const filter = { id: [...new Set(ids.map(Number))] };
    const { data } = await dataProvider.getList(resource, { filter, pagination: { page: 1, perPage: 1000 } });
    return { data };
  },

  getManyReference(resource: string, params: GetListParams & { target: string; id: Identifier }) {
    return dataProvider.getList(resource, {
      ...params,
      filter: { ...params.filter, [params.target]: params.id },
    });
  },

  async create(resource: string, { data }: { data: Partial<Row> }) {
    const answer = await request<Row>('POST', `/${resource}`, data);
    noteChange(resource, [answer.data]);
    return { data: answer.data };
  },

  /** Sends only the changed fields, and the `rowVersion` that the record had when it was read. */
  async update(
    resource: string,
    { id, data, previousData }: { id: Identifier; data: Partial<Row>; previousData?: Row },
  ) {
    const changes = Object.entries(data).filter(([key, value]) => !isSame(value, previousData?.[key]));
    const body = { ...Object.fromEntries(changes), rowVersion: previousData?.rowVersion ?? data.rowVersion };
    const answer = await request<Row>('PATCH', `/${resource}/${id}`, body);
    noteChange(resource, [answer.data]);
    return { data: answer.data };
  },

  async updateMany(resource: string, { ids, data }: { ids: Identifier[]; data: Partial<Row> }) {
    for (const id of ids) {
      const { data: previousData } = await dataProvider.getOne(resource, { id });
      await dataProvider.update(resource, { id, data, previousData });
    }
    noteChange(
      resource,
      ids.map((id) => ({ id })),
    );
    return { data: ids };
  },

  async delete(resource: string, { id, previousData }: { id: Identifier; previousData?: Row }) {
    const { data } = await request<Row>('DELETE', `/${resource}/${id}`);
    noteChange(resource, [previousData ?? { id }]);
    return { data };
  },

  async deleteMany(resource: string, { ids }: { ids: Identifier[] }) {
    // A record that no longer exists counts as deleted.
    await eachId(ids, [404], (id) => dataProvider.delete(resource, { id }));
    noteChange(
      resource,
      ids.map((id) => ({ id })),
    );
    return { data: ids };
  },

  /** Runs an action on a record: `POST /cards/7/freeze`. */
  async act<T = Row>(path: string, body: object = {}): Promise<T> {
    return (await request<T>('POST', path, body)).data;
  },

  /** Runs an action whose answer is a text file. */
  async actForFile(path: string, body: object): Promise<Answer<string>> {
    return requestText('POST', path, body);
  },

  /** Reads a text, such as the content of a file. */
  async readText(path: string): Promise<string> {
    return (await requestText('GET', path)).data;
  },

  /** Uploads the text of a file unchanged. */
  async upload<T>(path: string, text: string, type: TextType): Promise<T> {
    return (await upload<T>(path, text, type)).data;
  },

  /** Reads data that is neither a list nor a record. */
  async read<T>(path: string): Promise<T> {
    return (await request<T>('GET', path)).data;
  },
} as unknown as PanelDataProvider;

type TextType = 'text/csv' | 'text/plain' | 'application/json';

/** Data provider with methods for data beyond lists and records. */
export interface PanelDataProvider extends DataProvider {
  act<T = Row>(path: string, body?: object): Promise<T>;
  actForFile(path: string, body: object): Promise<Answer<string>>;
  readText(path: string): Promise<string>;
  upload<T>(path: string, text: string, type: TextType): Promise<T>;
  read<T>(path: string): Promise<T>;
}

/** Reads the rows of a list, in parts if they contain too much text for one response. */
async function readRows(
  resource: string,
  query: Record<string, string>,
  first: number,
  count: number,
): Promise<Answer<Row[]>> {
  const range = JSON.stringify([first, first + count - 1]);
  const path = `/${resource}?${new URLSearchParams({ ...query, range }).toString()}`;
  try {
    return await request<Row[]>('GET', path);
  } catch (error) {
    const { code, params } = (error instanceof HttpError ? (error.body ?? {}) : {}) as Partial<Problem>;
    const fitting = Number(params?.fitting);
    if (code !== 'page_too_large' || !(fitting > 0)) throw error;
    const { data, headers } = await readRows(resource, query, first, fitting);
    const rest = await readRows(resource, query, first + fitting, count - fitting);
    return { data: [...data, ...rest.data], headers };
  }
}

/** Drops empty fields, because they would otherwise be used as filters. */
function given(values: object): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
