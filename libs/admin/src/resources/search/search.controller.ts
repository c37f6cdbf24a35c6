import { Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { type SearchDto, SearchQuery } from './search.dto.js';
import { SearchService } from './search.service.js';

/** The search over all applications that the caller may access. */
@AdminApi('search', 'search')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  /**
   * Finds cards by the whole key, its beginning or its end. Finds users, devices and orders by the whole name or its
   * beginning, batches by the beginning of the name, and addresses only as a whole. In a longer text, such as a
   * customer's message, the search finds keys, parts of keys, whole names and addresses. If nothing is found, the
   * response contains cards with similar keys, and those names in the text that were also in refused requests.
   */
  @Get()
  @Allow('viewer')
  search(@CurrentActor() actor: Actor, @FromQuery(SearchQuery) { q }: SearchQuery): Promise<SearchDto> {
    return this.searches.search(actor, q);
  }
}
