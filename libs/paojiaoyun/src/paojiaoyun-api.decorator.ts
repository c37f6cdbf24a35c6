import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { ClientApi, ClientHttpError, type ClientHttpRequest } from '@app/auth-signature';
import { PAOJIAOYUN_GROUP, PAOJIAOYUN_PREFIX } from './routes.js';

/**
 * Refuses requests that reached the handler although `PAOJIAOYUN_ROUTES` spells their path differently. Such a request
 * has no `dialect`, so the server does not know which text the request signs.
 */
@Injectable()
class RoutedGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!context.switchToHttp().getRequest<ClientHttpRequest>().dialect) throw new ClientHttpError(404);
    return true;
  }
}

/** Declares a controller of endpoints that 泡椒云 clients call, as `ClientApi` does for the contract's endpoints. */
export function PaojiaoyunApi(path: string): ClassDecorator {
  return applyDecorators(
    UseGuards(RoutedGuard),
    ClientApi(path, { prefix: PAOJIAOYUN_PREFIX, group: PAOJIAOYUN_GROUP }),
  );
}
